import Barricade
import Foundation

/// Bodies, read by their format, whatever their content type.
extension RedactionPass {
    /// Returns a body as it may be kept.
    ///
    /// - Parameters:
    ///   - type: The value of its `Content-Type`.
    ///   - title: The reply or request, for errors.
    /// - Throws: The reason if it cannot be read, and its type is not allowed.
    mutating func body(
        _ body: Data, _ type: String?, of title: String
    ) throws(UnreadableBody) -> Data {
        guard !body.isEmpty else { return body }
        let contentType = type.flatMap { ContentType(parsing: $0) }
        (depth, heading, keyRefusal) = (0, [], nil)
        defer { handsOutTokens = false }
        do throws(UnreadableBody) {
            let kept = try content(body, contentType)
            if let keyRefusal,
                keyRefusal.fix != nil
                    || !rules.allowsUnreadable(declared: contentType?.name)
            {
                throw keyRefusal
            }
            return kept
        } catch {
            var reason = error
            reason.title = title
            let name = (contentType?.name ?? MediaType.unknown).shortened
            // Bodies of a type that is read may hold a secret.
            let isRead = ["text/", "multipart/", "json", "xml", "form"].contains(
                where: name.contains)
            if reason.fix == nil, !isRead {
                reason.fix = (
                    "bodies of its type hold none",
                    "Redaction { $0.allowedTypes.insert(\"\(name)\") }, or --allow-type \(name)"
                )
            }
            throw reason
        }
    }

    private mutating func content(_ data: Data, _ type: ContentType?) throws(UnreadableBody) -> Data
    {
        let isDeclared = type?.name.hasPrefix("multipart/") == true
        if let boundary = Self.boundary(in: data, type),
            let parts = try? HTTP.MultipartPart.read(data, boundary: boundary)
        {
            return try multipart(parts, boundary)
        }
        if isDeclared, !rules.allowsUnreadable(declared: type?.name) {
            throw UnreadableBody(
                reason: "it is no multipart body, as its content type says, or is cut off")
        }
        guard let body = BodyText(data, type) else {
            try checkUnreadable(data, type)
            return data
        }
        if !body.isUTF8 { (isPlainText, mayHoldKnown) = (false, true) }
        let kept = try unwrapped(body.text, type)
        return kept == body.text ? data : body.data(of: kept)
    }

    private mutating func checkUnreadable(_ data: Data, _ type: ContentType?) throws(UnreadableBody)
    {
        let actual = MediaSignature.type(of: data)
        let size = data.count.counted("byte")
        guard rules.allowsUnreadable(actual: actual, declared: type?.name ?? MediaType.unknown)
        else {
            let kind = actual ?? "an unknown format"
            throw UnreadableBody(
                reason: "its \(size) of \(type?.name.shortened ?? "no content type") are no text"
                    + ", but \(kind)")
        }
        isPlainText = false
        if known.first(in: data) != nil {
            throw UnreadableBody(
                reason: "its \(size) hold a known secret, which cannot be replaced there")
        }
    }

    /// Reads JSON within what keeps other sites from running it, `)]}'`, a call, `show({"id":7})`, or
    /// the number of a packet, `42["joined"]`.
    private mutating func unwrapped(
        _ text: String, _ type: ContentType?
    ) throws(UnreadableBody) -> String {
        let mark = text.utf8.starts(with: "\u{FEFF}".utf8) ? "\u{FEFF}" : ""
        let content = text.utf8.dropFirst(mark.utf8.count)
        let start = content.prefix(64).prefix { !"{[\"=&:<".utf8.contains($0) }
        let rest = content[start.endIndex...]
        let end = rest.suffix(64).reversed().prefix { $0.isSpace || ");".utf8.contains($0) }
        guard !start.allSatisfy(\.isSpace), rest.first.map({ "{[".utf8.contains($0) }) == true,
            let kept = json(String(Substring(rest.dropLast(end.count))))
        else { return try mark + document(String(Substring(content)), type) }
        return "\(mark)\(Substring(start))\(kept)\(Substring(rest.suffix(end.count)))"
    }

    private mutating func document(
        _ text: String, _ type: ContentType?
    ) throws(UnreadableBody) -> String {
        if let kept = data(in: text, isMarkup: type?.isHTML == true) { return kept }
        let isJSON = type.map { MediaType.isJSON($0.name) } == true
        let isTooDeep = text.utf8.first.map { "{[".utf8.contains($0) } == true
        if isJSON || isTooDeep, !rules.allowsUnreadable(declared: type?.name),
            let fault = JSONReader.fault(in: Data(text.utf8)), isJSON || fault.isTooDeep
        {
            // Even a body that is not kept may show what is secret.
            if !isRedacting { _ = self.text(text) }
            let place = fault.position(in: Data(text.utf8))
            throw UnreadableBody(
                reason: fault.isEnd
                    ? "its JSON ends at \(place.trimmingPrefix("it ends too early, "))"
                    : "its content type is JSON, but it is not (\(place))")
        }
        return self.text(text)
    }

    /// Returns data without secrets, at any depth; `nil` if the text is none.
    mutating func data(in text: String, isMarkup: Bool = false) -> String? {
        switch text.utf8.first(where: { !$0.isSpace }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            json(text) ?? lines(of: text)
        case UInt8(ascii: "<"): isMarkup ? nil : xml(text)
        case UInt8(ascii: "-"): multipart(text)
        case nil: nil
        default: form(text) ?? lines(of: text) ?? settings(text)
        }
    }

    /// Returns the settings of a connection string, `Server=db;Pwd=…` or `jdbc://db;Pwd=…`, without
    /// secrets; `nil` if the text is none.
    mutating func settings(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: ";")) else { return nil }
        let all = text.split(at: ";")
        let start = all[0].schemeSeparator == nil ? 0 : 1
        let items = all[start...].map { WrittenItem($0.utf8) }
        let areSettings = items.allSatisfy { item in
            item.name.allSatisfy { $0.isTokenByte || $0 == 0x20 }
                && (item.value != nil || item.name.allSatisfy(\.isSpace))
        }
        guard areSettings, items.contains(where: { $0.value != nil }) else { return nil }
        let kept = items.map { item -> String in
            guard let plain = item.value.map({ String(Substring($0)) }) else {
                return String(Substring(item.text))
            }
            let name = Substring(item.name)
            return "\(name)=\(value(plain, named: name.trimmed))"
        }
        return (all[..<start].map { url(String($0)) } + kept).joined(separator: ";")
    }

    /// Returns the items of a form, `a=1&b=2`, without secrets; `nil` if the text is not one.
    private mutating func form(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "=")),
            text.utf8.allSatisfy({ $0.isTokenByte || "=&%+.*~[]:/@,!$".utf8.contains($0) })
        else { return nil }
        let items = text.split(at: "&").map { WrittenItem($0.utf8) }
        // `a==b` is code, `YQ=` is base64, and some keys have a checksum, `ATATT3…=1A2B3C4D`.
        let isForm = items.allSatisfy { item in
            item.name.first.map { $0.isLetter || $0 == 0x5F } == true
                && !item.name.contains { "/:@,!$+".utf8.contains($0) }
                && item.value.map { $0.first != UInt8(ascii: "=") } == true
        }
        guard isForm, items.count > 1 || items[0].value?.isEmpty == false,
            items.count > 1 || !Judgement.isKey(String(Substring(items[0].name)))
        else { return nil }
        handsOutTokens =
            handsOutTokens || Secrets.areOfTokens(items.map { String(Substring($0.name)) })
        return self.items(text)
    }

    /// Returns lines of JSON, or server-sent events; `nil` if a line is something else.
    private mutating func lines(of text: String) -> String? {
        guard let first = text.utf8.first(where: { !$0.isSpace }), "{[deir:".utf8.contains(first),
            text.utf8.contains(0x0A)
        else { return nil }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        var contents: [(start: Substring, text: String, tokens: JSONTokens?)] = []
        for line in text.split(at: "\n") {
            var start = line.prefix(0)
            if !isJSON, !line.utf8.allSatisfy(\.isSpace) {
                start = line.prefix { $0 != ":" }
                guard Self.eventFields.contains(start) else { return nil }
                start = line.prefix(start.count + 1)
            }
            let rest = line.dropFirst(start.count)
            // The data of an event are one text.
            if start == "data:", let last = contents.last, last.start == start, last.tokens == nil {
                contents[contents.count - 1].text += "\n\(rest)"
                continue
            }
            let tokens = JSONTokens(Array(rest.utf8), judgement)
            guard !isJSON || tokens != nil || rest.utf8.allSatisfy(\.isSpace) else { return nil }
            contents.append((start, String(rest), tokens))
        }
        for index in contents.indices where contents[index].text.utf8.contains(0x0A) {
            contents[index].tokens = JSONTokens(Array(contents[index].text.utf8), judgement)
        }
        handsOutTokens = handsOutTokens || contents.contains { $0.tokens?.handOutTokens == true }
        return contents.map { start, rest, tokens in
            let content = rest.trimmingSpace
            let kept = tokens == nil && start != "retry:" ? value(content, named: "") : content
            let text = tokens.map { json($0) } ?? rest.replacing(content, with: kept)
            return start + text.replacing("\n", with: "\n\(start)")
        }.joined(separator: "\n")
    }

    private static let eventFields: Set<Substring> = ["data", "event", "id", "retry", ""]

    // MARK: Multipart

    private static func boundary(in data: Data, _ type: ContentType?) -> String? {
        if type?.name.hasPrefix("multipart/") == true, let named = type?.parameters["boundary"] {
            return named
        }
        let line = data.prefix(72).prefix { $0 > 0x20 }
        // A line of dashes is not a boundary.
        return line.starts(with: "--".utf8) && line.contains(where: \.isAlphanumeric)
            ? String(utf8: Array(line.dropFirst(2))[...]) : nil
    }

    private mutating func multipart(_ text: String) -> String? {
        let data = Data(text.utf8)
        guard let boundary = Self.boundary(in: data, nil),
            let parts = try? HTTP.MultipartPart.read(data, boundary: boundary)
        else { return nil }
        do throws(UnreadableBody) {
            return String(decoding: try multipart(parts, boundary), as: UTF8.self)
        } catch {
            keyRefusal = keyRefusal ?? error
            return text
        }
    }

    private static let partFields = HeaderList([
        "content-disposition", "content-id", "content-transfer-encoding", "content-type",
    ])

    /// Writes the parts again, without the text around them, and with the header fields that a reply
    /// would keep.
    private mutating func multipart(
        _ parts: [HTTP.MultipartPart], _ boundary: String
    ) throws(UnreadableBody) -> Data {
        guard depth < Self.deepest else {
            throw UnreadableBody(reason: "its parts are nested too deep")
        }
        depth += 1
        defer { depth -= 1 }
        var data = Data()
        for part in parts {
            steps.append(.key(part.name))
            defer { steps.removeLast() }
            data += Data("--\(boundary)\r\n\(head(of: part, keeping: Self.partFields))".utf8)
            data += try content(of: part)
            data += Data("\r\n".utf8)
        }
        return data + Data("--\(boundary)--\r\n".utf8)
    }

    /// Returns the lines of the header fields that are kept, and the empty one after them.
    private mutating func head(of part: HTTP.MultipartPart, keeping list: HeaderList) -> String {
        let outer = self.part
        defer { self.part = outer }
        let fields = headers(part.headers, keeping: list) { $0.isHarmless($1) }
        return fields.fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    }

    private mutating func content(of part: HTTP.MultipartPart) throws(UnreadableBody) -> Data {
        if rules.isExcepted(part.name) { return part.data }
        // A part of a batch holds a reply, which begins with its status.
        let newline = Data("\r\n".utf8)
        if part.contentType.hasPrefix("application/http"), part.data.starts(with: "HTTP/".utf8),
            let end = part.data.range(of: newline),
            let reply = try? HTTP.MultipartPart.part(
                Array(part.data[end.lowerBound...] + newline)[...], number: 1)
        {
            let head = Data(head(of: reply, keeping: rules.keptReplyHeaders).utf8)
            let body = try content(reply.data, ContentType(parsing: reply.contentType))
            return part.data[..<end.upperBound] + head + body
        }
        // A file has its own content.
        guard part.fileName == nil, part.headers["Content-Type"] == nil, let text = part.text else {
            return try content(part.data, ContentType(parsing: part.contentType))
        }
        return Data(value(text, named: part.name).utf8)
    }
}
