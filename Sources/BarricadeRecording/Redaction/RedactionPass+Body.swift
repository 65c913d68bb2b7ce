import Barricade
import BarricadeCommon
import Foundation

/// Bodies, read by what they are, whatever their content type says.
extension RedactionPass {
    /// Returns a body as it may be kept.
    ///
    /// - Parameters:
    ///   - type: The value of its `Content-Type`.
    ///   - title: The reply or request, for errors.
    /// - Throws: `BarricadeError.Code.unreadableSecrets` if it cannot be read, and its
    ///   type is not allowed.
    mutating func body(
        _ body: Exchange.Body, _ type: String?, of title: String
    ) throws(BarricadeError) -> Exchange.Body {
        let data: Data
        do {
            data = try body.data()
        } catch {
            throw .unreadableSecrets("\(title) cannot be read from its file: \(error).")
        }
        guard !data.isEmpty else { return body }
        let contentType = type.flatMap { ContentType(parsing: $0) }
        do {
            let kept = try content(data, contentType)
            return kept == data ? body : .data(kept)
        } catch {
            let name = contentType?.name ?? "application/octet-stream"
            throw .unreadableSecrets(
                """
                \(title) cannot be searched for secrets: \(error.reason).

                To fix, if bodies of its type hold none:
                  Redaction { $0.allowedTypes.insert("\(name.shortened)") }
                """)
        }
    }

    /// The reason why a body cannot be read.
    struct Refusal: Error {
        let reason: String
    }

    private mutating func content(_ data: Data, _ type: ContentType?) throws(Refusal) -> Data {
        if let boundary = Self.boundary(in: data, type) {
            guard depth < Self.deepest else {
                throw Refusal(reason: "its parts are nested too deep")
            }
            depth += 1
            defer { depth -= 1 }
            if let parts = try? HTTP.MultipartPart.read(data, boundary: boundary) {
                return try multipart(parts, boundary)
            }
            let isDeclared = type?.name.hasPrefix("multipart/") == true
            if isDeclared, !rules.allowsUnreadable(actual: nil, declared: type?.name) {
                throw Refusal(
                    reason: "it is no multipart body, as its content type says, or is cut off")
            }
        }
        guard let body = BodyText(data, charset: type?.parameters["charset"]) else {
            try checkUnreadable(data, type)
            return data
        }
        // The quick search for known secrets reads UTF-8 only.
        if !body.isUTF8 { hasFindings = true }
        let kept = try text(of: body.text, type)
        return kept == body.text ? data : body.data(of: kept)
    }

    private mutating func checkUnreadable(_ data: Data, _ type: ContentType?) throws(Refusal) {
        let actual = MediaSignature.type(of: data)
        let size = data.count == 1 ? "1 byte" : "\(data.count) bytes"
        guard rules.allowsUnreadable(actual: actual, declared: type?.name) else {
            let kind = actual ?? "an unknown format"
            throw Refusal(
                reason: "its \(size) of \(type?.name.shortened ?? "no content type") are no text"
                    + ", but \(kind)")
        }
        hasFindings = true
        if search.finds(inBinary: data) {
            throw Refusal(reason: "its \(size) hold a known secret, which cannot be replaced there")
        }
    }

    // MARK: Text

    private mutating func text(
        of text: String, _ type: ContentType?
    ) throws(Refusal) -> String {
        let start = Self.guardLength(of: text)
        guard start > 0 else { return try unguardedText(of: text, type) }
        let index = text.utf8.index(text.startIndex, offsetBy: start)
        return text[..<index] + (try unguardedText(of: String(text[index...]), type))
    }

    private mutating func unguardedText(
        of text: String, _ type: ContentType?
    ) throws(Refusal) -> String {
        do {
            if let first = text.utf8.first(where: { !$0.isSpace }), "{[\"".utf8.contains(first) {
                let bytes = Array(text.utf8)
                let root = try JSONNode.read(bytes)
                return json(root, in: bytes) ?? text
            }
        } catch {
            if let kept = lines(of: text) { return kept }
            let isJSON = type.map { $0.name.hasSuffix("json") } ?? false
            if isJSON, !rules.allowsUnreadable(actual: nil, declared: type?.name) {
                // Also what is not kept may tell what is secret.
                if !isRedacting { _ = self.text(text, as: .body) }
                throw Refusal(
                    reason:
                        "its content type is JSON, but it is not (\(error.place(in: Data(text.utf8))))"
                )
            }
        }
        if let kept = events(in: text) ?? table(in: text) { return kept }
        // Without any of these it is a list of settings, whatever its type says.
        let isScript = type?.isScript == true && text.utf8.contains(where: "(){};".utf8.contains)
        return self.text(text, as: isScript ? .script : .body)
    }

    /// Returns the length of what keeps other sites from running JSON: `)]}'`, `while(1);`.
    private static func guardLength(of text: String) -> Int {
        for start in [")]}',\n", ")]}'\n", ")]}'", "while(1);", "for(;;);", "\u{FEFF}"]
        where text.utf8.starts(with: start.utf8) {
            return start.utf8.count
        }
        return 0
    }

    /// Returns JSON by line; `nil` if a line is something else.
    private mutating func lines(of text: String) -> String? {
        var kept: [String] = []
        for line in text.lines {
            guard line.utf8.contains(where: { !$0.isSpace }) else {
                kept.append(String(line))
                continue
            }
            guard let json = json(String(line)) else { return nil }
            kept.append(json)
        }
        return kept.joined(separator: "\n")
    }

    /// Returns server-sent events; `nil` if the text is something else.
    private mutating func events(in text: String) -> String? {
        let fields = ["data:", "event:", "id:", "retry:", ":"]
        // The first byte tells most other texts.
        guard let first = text.utf8.first(where: { $0 != 0x0A && $0 != 0x0D }),
            fields.contains(where: { $0.utf8.first == first })
        else { return nil }
        let lines = text.lines
        guard lines.contains(where: { $0.hasPrefix("data:") }),
            lines.allSatisfy({ line in
                line.isEmpty || line == "\r" || fields.contains { line.hasPrefix($0) }
            })
        else { return nil }
        return lines.map { line in
            guard let colon = line.firstIndex(of: ":") else { return String(line) }
            let value = String(line[line.index(after: colon)...])
            let content = value.trimmingSpace
            let kept = self.text(content, as: .body)
            return kept == content
                ? String(line) : "\(line[...colon])\(value.replacing(content, with: kept))"
        }.joined(separator: "\n")
    }

    /// Returns a table with secret names in its first line; `nil` if the text is none.
    private mutating func table(in text: String) -> String? {
        guard var table = DelimitedTable(text, withColumn: names.isSecret) else { return nil }
        table.change { name, cell in
            guard let name else { return self.text(cell) }
            steps.append(.key(name))
            defer { steps.removeLast() }
            return names.secrecy(of: name) == .secret
                ? value(cell, named: name) : self.text(cell)
        }
        return table.text
    }

    // MARK: Multipart

    private static func boundary(in data: Data, _ type: ContentType?) -> String? {
        if let type, type.name.hasPrefix("multipart/"), let boundary = type.parameters["boundary"] {
            return boundary
        }
        guard data.starts(with: "--".utf8) else { return nil }
        let line = data.dropFirst(2).prefix { $0 != 0x0D && $0 != 0x0A }
        // A line of dashes is no boundary.
        guard (1...70).contains(line.count), !line.contains(0x20),
            line.contains(where: \.isAlphanumeric)
        else { return nil }
        return String(utf8: line)
    }

    /// Writes the parts again; what stands around them, and fields of theirs that no form needs,
    /// are left out.
    private mutating func multipart(
        _ parts: [HTTP.MultipartPart], _ boundary: String
    ) throws(Refusal) -> Data {
        var data = Data()
        for part in parts {
            steps.append(.key(part.name))
            defer { steps.removeLast() }
            data += Data("--\(boundary)\r\n".utf8)
            for field in part.headers.fields
            where ["content-disposition", "content-type"].contains(field.name.lowercased()) {
                data += Data("\(field.name): \(disposition(field.value))\r\n".utf8)
            }
            data += Data("\r\n".utf8)
            data += try content(of: part)
            data += Data("\r\n".utf8)
        }
        return data + Data("--\(boundary)--\r\n".utf8)
    }

    private mutating func content(of part: HTTP.MultipartPart) throws(Refusal) -> Data {
        guard names.isSecret(part.name), let text = part.text else {
            return try content(part.data, ContentType(parsing: part.contentType))
        }
        let kept = value(text, named: part.name)
        return Data(kept.utf8)
    }
}

extension ContentType {
    /// Whether it is that of a program or of styles.
    fileprivate var isScript: Bool {
        name == "text/css" || name.hasSuffix("javascript") || name.hasSuffix("ecmascript")
    }
}
