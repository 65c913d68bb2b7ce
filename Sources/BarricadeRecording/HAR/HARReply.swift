import Barricade
import BarricadeCommon
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
        let body = hasBody ? try body() : HARBody(data: Data())
        var headers = fields
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
        if method == .head || [204, 205, 304].contains(status.rawValue) { return false }
        let isRedirect = status.isRedirection && (fields["Location"] ?? redirectURL) != nil
        return !isRedirect || content?["text"] != nil
    }

    private var redirectURL: String? {
        response["redirectURL"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: The body

    private func body() throws(PassingReason) -> HARBody {
        if let text = content?["text"]?.text {
            let encoding = content?["encoding"]?.text ?? ""
            let mayBeHex =
                content?["_isBinary"] != nil || fields["Content-Encoding"] != nil
            return try inflated(
                HARBody(text, encoding: encoding, mayBeText: mayBeText, mayBeHex: mayBeHex))
        }
        if let path = content?["_file"]?.text {
            if let fault = folder.fault(of: path) { throw PassingReason("its \"_file\" \(fault)") }
            guard let data = try? Data(contentsOf: folder.url(of: path)) else {
                throw PassingReason("its \"_file\" \(path.shortened) cannot be read")
            }
            return try inflated(HARBody(data: data))
        }
        let size = content?["size"]?.number
        let length = fields["Content-Length"].flatMap(Double.init)
        // The size of the content is most reliable; 0 means no body, -1 unknown.
        let isUnknown = size == -1 && length != 0
        let isLarger = [size, response["bodySize"]?.number, length].contains { $0 ?? 0 > 0 }
        guard size != 0, isUnknown || isLarger else { return HARBody(data: Data()) }
        let comment = content?["comment"]?.text.map { " (\($0.shortened))" } ?? ""
        throw PassingReason("its body is not in the file\(comment)")
    }

    private func inflated(_ body: HARBody) throws(PassingReason) -> HARBody {
        let type = namedType.lowercased()
        let isRead = ["text/", "json", "xml", "javascript"].contains { type.contains($0) }
        return try body.inflated(fields["Content-Encoding"] ?? "", isRead: isRead)
    }

    // MARK: The content type

    private var namedType: String { fields["Content-Type"] ?? content?["mimeType"]?.text ?? "" }

    private var mayBeText: Bool {
        let type = ContentType.split(namedType).first?.lowercased() ?? ""
        let isBinary = ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
        return !isBinary || type.hasSuffix("xml")
    }

    private func contentType(of body: HARBody) -> String? {
        let named = namedType
        // Chrome writes this for an unknown type.
        guard !named.isEmpty, named != "x-unknown" else { return nil }
        var parts = ContentType.split(named)
        let place = parts.firstIndex { $0.lowercased().hasPrefix("charset=") }
        let isText = parts[0].lowercased().hasPrefix("text/") || parts[0].hasSuffix("xml")
        let isPlain =
            place == nil && !(isText && body.data.withUnsafeBytes { $0.contains { $0 >= 0x80 } })
        let isUTF8 = ["utf-8", "utf8"].contains { named.lowercased().contains($0) }
        guard body.isText, !isPlain, !isUTF8 else { return named }
        // The text was decoded, and is now sent in UTF-8.
        if let place { parts.remove(at: place) }
        return (parts + ["charset=utf-8"]).joined(separator: "; ")
    }
}

/// The bytes of a body, and whether the file had them as text.
struct HARBody {
    let data: Data
    /// Whether it was decoded from text of any charset, and is UTF-8 now.
    var isText = false

    init(data: Data) {
        self.data = data
    }

    /// Reads the text of a body.
    ///
    /// - Parameters:
    ///   - encoding: The encoding that the exporter names: `base64`, or empty.
    ///   - mayBeText: Whether it may be text even if the exporter says that it is base64.
    ///   - mayBeHex: Whether it may be an array of hexadecimal strings, as Polly.JS writes them.
    /// - Throws: The reason why the text cannot be read.
    init(
        _ text: String, encoding: String, mayBeText: Bool, mayBeHex: Bool
    ) throws(PassingReason) {
        let isBase64 = encoding.lowercased() == "base64"
        let isPlain = ["", "utf-8", "utf8", "text", "plain"].contains(encoding.lowercased())
        if mayBeHex, let bytes = Self.chunks(in: text, areBase64: isBase64) {
            data = bytes
        } else if isBase64, let bytes = Self.base64(text) {
            data = bytes
        } else if isPlain || isBase64 && mayBeText {
            // Firefox also marks plain text as base64.
            (data, isText) = (Data(text.utf8), true)
        } else {
            throw PassingReason(
                isBase64
                    ? "its body is not the base64 that it says"
                    : "its body is encoded as \"\(encoding.shortened(to: 40))\", which is not known"
            )
        }
    }

    private static func base64(_ text: String) -> Data? {
        if let data = Data(base64Encoded: text) { return data }
        // It may have line breaks.
        guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return nil }
        return Data(base64Encoded: text.filter { !$0.isWhitespace })
    }

    /// Reads a JSON array of encoded strings; `nil` if the text is anything else.
    private static func chunks(in text: String, areBase64: Bool) -> Data? {
        guard text.utf8.first == UInt8(ascii: "["),
            let chunks = try? JSONReader.read(Data(text.utf8)).array, !chunks.isEmpty
        else { return nil }
        let parts = chunks.compactMap { $0.string.flatMap(areBase64 ? base64 : hexadecimal) }
        return parts.count == chunks.count ? Data(parts.joined()) : nil
    }

    private static func hexadecimal(_ text: String) -> Data? {
        var (data, rest) = (Data(), Array(text.utf8)[...])
        while !rest.isEmpty {
            guard let byte = UInt8(hexadecimal: rest.prefix(2)) else { return nil }
            data.append(byte)
            rest = rest.dropFirst(2)
        }
        return data
    }

    /// Returns the body decompressed, if it still is as it was sent.
    ///
    /// - Parameters:
    ///   - coding: The content coding: `gzip`, `deflate`.
    ///   - isRead: Whether the type is text that an app reads, so that the body is not an archive.
    /// - Throws: The reason why it cannot be decompressed.
    func inflated(_ coding: String, isRead: Bool) throws(PassingReason) -> HARBody {
        if isText { return self }
        let coding = coding.lowercased()
        guard data.starts(with: [0x1F, 0x8B]) else {
            // Deflate has no signature; most exporters decompress it.
            guard coding.contains("deflate") else { return self }
            return (try? Inflate.data(data, .deflate)).map { HARBody(data: $0) } ?? self
        }
        guard isRead || coding.contains("gzip") else { return self }
        do {
            return HARBody(data: try Inflate.data(data, .gzip))
        } catch {
            throw PassingReason("its body is \(error)")
        }
    }
}
