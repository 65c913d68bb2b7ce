import Barricade
import BarricadeFolder
import Foundation

/// The reply in an entry, with its body as an app would get it.
struct HARReply {
    let response: JSONNode
    /// Its header fields.
    let fields: HTTP.Headers
    let status: HTTP.Status
    let method: HTTP.Method
    let folder: ManifestFolder

    private var content: JSONNode? { response["content"] }

    /// Returns the reply.
    ///
    /// - Throws: The reason why its body is not known.
    func reply() throws(PassingReason) -> Exchange.Reply {
        let body = hasBody ? try body() : HARBody()
        var headers = HTTP.Headers(fields.fields.flatMap(unfolded))
        headers["Transfer-Encoding"] = nil
        if method != .head {
            headers["Content-Length"] = nil
            headers["Content-Encoding"] = nil
        }
        if headers["Location"] == nil, status.isRedirection { headers["Location"] = redirectURL }
        if !body.data.isEmpty { headers["Content-Type"] = contentType(of: body) }
        return Exchange.Reply(status: status, headers: headers, body: body.data)
    }

    /// Whether HTTP lets the reply have a body that matters.
    private var hasBody: Bool {
        if method == .head || [204, 205].contains(status.rawValue) { return false }
        // Some write the client's copy, which was still good.
        if status == .notModified { return content?["text"]?.text?.isEmpty == false }
        let isRedirect = status.isRedirection && (fields["Location"] ?? redirectURL) != nil
        return !isRedirect || content?["text"] != nil
    }

    /// Returns the cookies that an exporter has joined by commas.
    private func unfolded(_ field: HTTP.Headers.Field) -> [HTTP.Headers.Field] {
        guard field.isNamed("Set-Cookie"), field.value.contains(",") else { return [field] }
        let names = Set(response.elements(of: "cookies").compactMap { $0["name"]?.text })
        var cookies: [String] = []
        for cookie in SetCookie.fields(joined: field.value) {
            // Lists of kept cookies lack those that a reply takes away.
            if cookies.isEmpty || names.isEmpty || names.contains(cookie.split(at: "=")[0].trimmed)
                || SetCookie(parsing: cookie)?.expires.map({ $0 < .now }) == true
            {
                cookies.append(cookie)
            } else {
                cookies[cookies.count - 1] += ", \(cookie)"
            }
        }
        return cookies.map { .init(field.name, $0) }
    }

    private var redirectURL: String? {
        response["redirectURL"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: The body

    private func body() throws(PassingReason) -> HARBody {
        var body = HARBody()
        if let node = content?["text"], let text = node.text, !text.isEmpty {
            if text.unicodeScalars.first == "\u{FFFE}" {
                throw PassingReason("its text was read in the wrong byte order")
            }
            if text.utf8.count != text.utf16.count, text.unicodeScalars.contains("\u{FFFD}") {
                if node.hasLoneSurrogates(readAs: text) {
                    throw PassingReason("its text has bytes that JSON cannot hold")
                }
                // Pulse writes all bytes as UTF-8 text.
                if !isText || size.map({ $0 < Double(text.utf8.count) }) ?? false {
                    throw PassingReason("its text has lost bytes, which are U+FFFD in it")
                }
            }
            body = try read(text)
            if body.isText, let bytes = bytes(of: text) { body = HARBody(data: bytes) }
        } else if let path = content?["_file"]?.text {
            body = HARBody(data: try folder.attached(path))
            body.isText = isText && isTranscoded(body.data)
            let text = body.isText ? String(utf8: Array(body.data)[...]) : nil
            if let text, let bytes = bytes(of: text) { body = HARBody(data: bytes) }
        }
        guard !body.data.isEmpty else {
            try checkThatNothingWasSent()
            return body
        }
        try checkThatAllCame(body)
        return try decoded(body)
    }

    /// Returns the body that a text spells.
    private func read(_ text: String) throws(PassingReason) -> HARBody {
        let encoding = content?["encoding"]?.text ?? ""
        let isBase64 = encoding.lowercased() == "base64"
        let isPlain = ["", "utf-8", "utf8", "text", "plain"].contains(encoding.lowercased())
        // Polly.JS writes arrays of strings.
        let mayBeChunks = content?["_isBinary"] != nil || fields["Content-Encoding"] != nil
        if mayBeChunks, let bytes = Data(chunksIn: text, areBase64: isBase64) {
            return HARBody(data: bytes)
        }
        if isBase64, let bytes = Data(linesOfBase64: text) { return HARBody(data: bytes) }
        if encoding == "hex", let bytes = Data(hexadecimal: text) { return HARBody(data: bytes) }
        // BrowserMob and chrome-har do not say that it is base64.
        if encoding.isEmpty, size ?? -1 < Double(text.utf8.count),
            let bytes = Data(base64Encoded: text),
            size == Double(bytes.count) || !isText && MediaSignature.type(of: bytes) != nil
        {
            return HARBody(data: bytes)
        }
        // Firefox also marks plain text as base64.
        if isPlain || isBase64 && mayBeText { return HARBody(data: Data(text.utf8), isText: true) }
        throw PassingReason(
            isBase64
                ? "its body is not the base64 that it says"
                : "its body is encoded as \"\(encoding.shortened(to: 40))\", which is not known")
    }

    private var size: Double? { content?["size"]?.number }
    private var length: Double? { fields["Content-Length"].flatMap(Double.init) }
    /// The content codings, and those of the transfer.
    private var codings: [String] {
        (fields.values(of: "Content-Encoding") + fields.values(of: "Transfer-Encoding"))
            .flatMap { ContentType.split($0.lowercased(), at: ",") }
            .filter { !["", "identity"].contains($0) }
    }

    /// Throws if an empty body is one that the file has not.
    private func checkThatNothingWasSent() throws(PassingReason) {
        let isMissing = content?["text"] == nil && content?["_file"] == nil
        let comment = (content?["comment"] ?? content?["error"])?.text ?? ""
        let isUnknown = isMissing && (size == -1 && length != 0 || !comment.isEmpty)
        let sizes = [size, length, size == 0 ? nil : response["bodySize"]?.number]
        guard isUnknown || sizes.contains(where: { $0 ?? 0 > 0 }) else {
            // Without a length, the end of a reply is told only by its coding.
            guard length == 0 || isMissing && size != nil || codings.isEmpty else {
                throw PassingReason("its body is empty or was cut off, which the file does not say")
            }
            return
        }
        throw PassingReason(
            "its body is not in the file" + (comment.isEmpty ? "" : " (\(comment.shortened))"))
    }

    /// Throws if the beginning of a body stands for all of it.
    private func checkThatAllCame(_ body: HARBody) throws(PassingReason) {
        let count = body.data.count
        // A coding that is not told makes a short body a few bytes longer, and a text may have more
        // bytes in its own charset.
        let lengths = [body.isText ? size : nil, codings.isEmpty ? length : nil].compactMap(\.self)
        var mayBeLonger: Bool { body.isText && charset.map { $0 != "utf-8" } ?? false }
        if lengths.contains(where: { $0 > Double(count) + 64 }), !mayBeLonger,
            !namedType.contains("json") || (try? JSONReader.read(body.data)) == nil
        {
            throw PassingReason("its body was cut off after \(count.counted("byte"))")
        }
        if count > Self.firefoxLimit, body.data.dropFirst(Self.firefoxLimit).allSatisfy({ $0 == 0 })
        {
            throw PassingReason(
                "all after the first MB is zero bytes, as Firefox writes it unless "
                    + "devtools.netmonitor.responseBodyLimit is 0 in about:config")
        }
    }

    private static let firefoxLimit = 1 << 20

    /// Returns the bytes that an exporter has written as a text of one byte for each character;
    /// `nil` if it has not.
    private func bytes(of text: String) -> Data? {
        guard let bytes = Data(bytesOf: text) else { return nil }
        let compression = content?["compression"]?.number ?? 0
        let lengths = [size, size.map { $0 + compression }, codings.isEmpty ? length : nil]
        let hasItsLength = lengths.contains(Double(bytes.count))
        guard isText else { return hasItsLength ? bytes : nil }
        // The charset of a text that names none was guessed: XML that names another encoding may be
        // read wrongly, and what has controls no text has, and UTF-8, but for JSON.
        guard charset == nil else { return nil }
        let hasControls = text.unicodeScalars.contains { $0.value == 0 || 0x80...0x9F ~= $0.value }
        let namesEncoding = #/^<\?xml[^>]*encoding=.(?!utf)/#.ignoresCase()
        let isOther = hasItsLength && (hasControls || text.prefix(100).contains(namesEncoding))
        let isJSON = namedType.lowercased().contains("json")
        return isOther || !isJSON && String(utf8: Array(bytes)[...]) != nil ? bytes : nil
    }

    /// Whether a text in a file is in UTF-8, whatever the header field says.
    private func isTranscoded(_ data: Data) -> Bool {
        let isASCII = data.withUnsafeBytes { $0.allSatisfy { $0 < 0x80 } }
        let mayBeASCII = charset.map { !$0.hasPrefix("utf-16") && !$0.hasPrefix("utf-32") } ?? true
        return isASCII ? !mayBeASCII : String(utf8: Array(data)[...]) != nil
    }

    /// Returns a body as an app gets it, without the coding in which it was sent.
    ///
    /// - Throws: The reason why it cannot be decoded.
    private func decoded(_ body: HARBody) throws(PassingReason) -> HARBody {
        if body.isText { return body.namingItsEncoding }
        var data = body.data
        let coding = fields.values(of: "Content-Encoding").joined(separator: ",").lowercased()
        // Deflate has no signature; most exporters decompress it.
        if !data.starts(with: [0x1F, 0x8B]), coding.contains("deflate") {
            data = (try? Inflate.data(data, .deflate)) ?? data
        }
        // Without a coding, it is a file that an app has asked for.
        let times = max(coding.components(separatedBy: "gzip").count - 1, isText ? 1 : 0)
        for _ in 0..<times where data.starts(with: [0x1F, 0x8B]) {
            do {
                data = try Inflate.data(data, .gzip)
            } catch {
                throw PassingReason("its body is \(error)")
            }
        }
        let unread = codings.first {
            !["gzip", "x-gzip", "deflate", "chunked", "compress"].contains($0)
        }
        guard let unread else { return HARBody(data: data) }
        let isSent =
            isText
            ? String(utf8: Array(data)[...]) == nil
                // Replay calls the decoded size that of the body.
            : (length ?? response["bodySize"]?.number) == Double(data.count)
                || size.map { $0 >= 0 && $0 != Double(data.count) } ?? false
        guard !isSent, !data.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else {
            throw PassingReason("its body is compressed with \(unread.shortened(to: 20))")
        }
        return HARBody(data: data)
    }

    // MARK: The content type

    private var namedType: String { fields["Content-Type"] ?? content?["mimeType"]?.text ?? "" }

    private var charset: String? {
        ContentType(parsing: namedType)?.parameters["charset"]?.lowercased()
    }

    /// Whether the type is one of text.
    private var isText: Bool {
        let name = ContentType(parsing: namedType)?.name ?? ""
        let kinds = ["text/", "json", "xml", "script", "form", "graphql", "yaml", "event-stream"]
        return kinds.contains { name.has($0) }
    }

    private var mayBeText: Bool {
        let type = ContentType.split(namedType).first?.lowercased() ?? ""
        let isBinary = ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
        return !isBinary || type.hasSuffix("xml")
    }

    private func contentType(of body: HARBody) -> String? {
        let named = namedType
        // Chrome and Firefox write these for an unknown type.
        let unknown = ["", "x-unknown", "application/x-unknown-content-type"]
        if unknown.contains(named) { return nil }
        var parts = ContentType.split(named)
        let place = parts.firstIndex { $0.lowercased().hasPrefix("charset=") }
        let isText = parts[0].lowercased().hasPrefix("text/") || parts[0].hasSuffix("xml")
        let isPlain =
            place == nil && !(isText && body.data.withUnsafeBytes { $0.contains { $0 >= 0x80 } })
        let isUTF8 = ["utf-8", "utf8"].contains { named.lowercased().has($0) }
        guard body.isText, !isPlain, !isUTF8 else { return named }
        // The text was decoded, and is now sent in UTF-8.
        if let place { parts.remove(at: place) }
        return (parts + ["charset=utf-8"]).joined(separator: "; ")
    }
}

/// The bytes of a body, and whether the file had them as text.
struct HARBody {
    var data = Data()
    /// Whether it was decoded from text of any charset, and is UTF-8 now.
    var isText = false

    /// The body, of which XML says itself that it is in UTF-8, since parsers often see nothing else.
    fileprivate var namingItsEncoding: HARBody {
        // The regular expression takes longer than all else in most entries.
        guard ["<?xml", "\u{FEFF}<?xml"].contains(where: { data.starts(with: $0.utf8) }) else {
            return self
        }
        let start = String(decoding: data.prefix(200), as: UTF8.self)
        let declared = #/^\u{FEFF}?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/#
        guard let name = start.firstMatch(of: declared)?.1, name.lowercased() != "utf-8" else {
            return self
        }
        var body = self
        let offset = start[..<name.startIndex].utf8.count
        body.data.replaceSubrange(offset..<offset + name.utf8.count, with: "utf-8".utf8)
        return body
    }
}

extension JSONNode {
    /// Returns whether it spells halves of surrogate pairs, which are read as U+FFFD.
    fileprivate func hasLoneSurrogates(readAs text: String) -> Bool {
        let spelled = ["\u{FFFD}", "\\ufffd"].map {
            token.lowercased().components(separatedBy: $0).count - 1
        }
        return text.components(separatedBy: "\u{FFFD}").count - 1 > spelled[0] + spelled[1]
    }
}

extension Data {
    /// Reads base64, which may have line breaks.
    fileprivate init?(linesOfBase64 text: String) {
        if let data = Data(base64Encoded: text) {
            self = data
        } else {
            guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return nil }
            self.init(base64Encoded: text.filter { !$0.isWhitespace })
        }
    }

    fileprivate init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(hexadecimal: digits[$0...].prefix(2))
        }
        guard !bytes.contains(nil) else { return nil }
        self.init(bytes.compactMap(\.self))
    }

    /// Reads a JSON array of encoded strings; `nil` if the text is anything else.
    fileprivate init?(chunksIn text: String, areBase64: Bool) {
        guard text.utf8.first == UInt8(ascii: "["),
            let chunks = try? JSONReader.read(Data(text.utf8)).array, !chunks.isEmpty
        else { return nil }
        let read = areBase64 ? Data.init(linesOfBase64:) : Data.init(hexadecimal:)
        let parts = chunks.compactMap { $0.string.flatMap(read) }
        guard parts.count == chunks.count else { return nil }
        self.init(parts.joined())
    }

    /// The characters of windows-1252, which browsers read for ISO-8859-1 too, by their bytes.
    private static let windows = Dictionary(
        uniqueKeysWithValues: (0x80..<0xA0).compactMap { byte in
            String(bytes: [UInt8(byte)], encoding: .windowsCP1252)?.unicodeScalars.first
                .map { ($0, UInt8(byte)) }
        })

    /// Makes the bytes of which each is a character of a text; `nil` for other texts, and for ASCII.
    fileprivate init?(bytesOf text: String) {
        // ASCII has as many units in either encoding.
        guard text.utf8.count != text.utf16.count else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) ?? Self.windows[scalar] else {
                return nil
            }
            bytes.append(byte)
        }
        self.init(bytes)
    }
}
