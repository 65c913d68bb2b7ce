import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The reply in an entry, with its body as an app would get it.
struct HARReply {
    private let response: JSONNode
    private let status: HTTP.Status
    private let method: HTTP.Method
    private let folder: ManifestFolder
    private let fields: HTTP.Headers

    init(
        _ response: JSONNode, status: HTTP.Status, to method: HTTP.Method, in folder: ManifestFolder
    ) {
        self.response = response
        self.status = status
        self.method = method
        self.folder = folder
        fields = response["headers"]?.headers ?? [:]
    }

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
        return Exchange.Reply(status: status, headers: headers, body: .data(body.data))
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
            let body = try HARBody(
                text, encoding: encoding, mayBeText: mayBeText, mayBeHex: mayBeHex)
            return try inflated(body)
        }
        if let path = content?["_file"]?.text {
            return try inflated(HARBody(data: try file(at: path)))
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

    private func file(at path: String) throws(PassingReason) -> Data {
        if let fault = folder.fault(of: path) {
            throw PassingReason("its \"_file\" \(fault)")
        }
        do {
            return try Data(contentsOf: folder.url(of: path))
        } catch {
            throw PassingReason("its \"_file\" \(path.shortened) cannot be read")
        }
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
        guard body.isText else { return named }
        var parts = ContentType.split(named)
        let place = parts.firstIndex { $0.lowercased().hasPrefix("charset=") }
        // The text was decoded, and is now sent in UTF-8.
        if let place {
            let charset = parts[place].dropFirst(8).lowercased().filter { $0 != "\"" }
            if charset == "utf-8" || charset == "utf8" { return named }
            parts[place] = "charset=utf-8"
        } else {
            let isText = parts[0].lowercased().hasPrefix("text/") || parts[0].hasSuffix("xml")
            guard isText, body.data.contains(where: { $0 >= 0x80 }) else { return named }
            parts.append("charset=utf-8")
        }
        return parts.joined(separator: "; ")
    }
}
