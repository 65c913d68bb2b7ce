import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// An entry of a HAR file, read as an exchange.
struct HAREntry {
    private let entry: JSONNode
    /// The folder of the file, which may hold bodies.
    private let folder: ManifestFolder
    /// The request as in the file; `nil` if it names no URL.
    ///
    /// Even that of a skipped entry may show what is secret.
    private(set) var request: Exchange.Request?
    /// The reason why the file of the request's body cannot be read; usually `nil`.
    private(set) var unreadBody: PassingReason?

    init(_ entry: JSONNode, in folder: ManifestFolder) {
        (self.entry, self.folder) = (entry, folder)
        guard let node = entry["request"], let url = node["url"]?.text else { return }
        let method = node["method"]?.text?.uppercased() ?? ""
        var request = Exchange.Request(
            method: HTTP.Method(method.isEmpty ? "GET" : method), url: url,
            headers: node["headers"]?.headers ?? [:],
            // HTTP Toolkit writes binary ones elsewhere.
            body: (node["postData"] ?? node["_content"])?.posted ?? Data())
        if request.body.isEmpty, let path = node["postData"]?["_file"]?.text {
            do throws(PassingReason) {
                request.body = try folder.attached(path)
            } catch {
                unreadBody = error
            }
        }
        if let type = node["postData"]?["mimeType"]?.text, request.headers["Content-Type"] == nil {
            request.headers["Content-Type"] = type
        }
        let cookies = node["cookies"]?.headers.fields.map { "\($0.name)=\($0.value)" } ?? []
        if request.headers["Cookie"] == nil, !cookies.isEmpty {
            request.headers["Cookie"] = cookies.joined(separator: "; ")
        }
        self.request = request
    }

    /// Whether the body of its reply is in a file.
    var hasFile: Bool {
        let content = entry["response"]?["content"]
        return content?["text"] == nil && content?["_file"] != nil
    }

    /// Returns the request and its outcome.
    ///
    /// Its date is the distant past if the entry has no time.
    ///
    /// - Parameter hosts: The hosts to import; none means all.
    /// - Throws: The reason why it gives no response.
    func exchange(of hosts: [HostClause]) throws(PassingReason) -> Exchange {
        let target = hosts.isEmpty ? nil : ParsedURL(request?.url ?? "")
        if let target, !target.host.isEmpty, !hosts.contains(where: { $0.matches(target) }) {
            throw PassingReason("its host is none of those to import")
        }
        let request = try checkedRequest()
        // A longer time is a mistake, and may overflow a duration.
        let time = entry["time"]?.number.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
        var exchange = Exchange(
            request, try outcome(of: request),
            date: entry["startedDateTime"]?.text.flatMap(HARDate.read) ?? .distantPast,
            duration: time.map { .milliseconds($0) })
        exchange.noteWhatVaries()
        return exchange
    }

    private func checkedRequest() throws(PassingReason) -> Exchange.Request {
        guard var request else { throw PassingReason("it names no URL") }
        let method = request.method.rawValue
        guard method.utf8.allSatisfy(HTTP.Headers.isTokenByte) else {
            throw PassingReason("its method is not a token (RFC 9110, section 9.1)")
        }
        let target = ParsedURL(request.url)
        if target.scheme.isEmpty { throw PassingReason("its URL is not absolute") }
        guard ["http", "https"].contains(target.scheme) else {
            throw PassingReason(
                "its URL has the scheme \(target.scheme.shortened), which no HTTP server answers")
        }
        guard !target.host.isEmpty else { throw PassingReason("its URL has no host") }
        if method == "CONNECT" { throw PassingReason("it only opens a tunnel through a proxy") }
        let headers = request.headers
        let isPreflight =
            headers["Access-Control-Request-Method"] != nil
            || entry["_resourceType"]?.text == "preflight"
        if method == "OPTIONS", isPreflight {
            throw PassingReason("it is a browser's CORS preflight, which no app sends")
        }
        // Chrome's `_resourceType` may call other requests web sockets, too.
        if entry["_webSocketMessages"] != nil || headers["Upgrade"]?.lowercased() == "websocket" {
            throw PassingReason("it opens a web socket, which has no responses")
        }
        // Most have no operations, and a URL that all can read.
        if request.isSimple, request.body.isEmpty, method == "GET",
            !["operationName", "query"].contains(where: request.url.has)
        {
            return request
        }
        guard let asked = request.noteOperations(),
            request.isSimple || RequestPattern(request, replacesIDs: false).matcher.matches(asked)
        else {
            throw PassingReason("its URL cannot be read")
        }
        return request
    }

    private func outcome(
        of request: Exchange.Request
    ) throws(PassingReason) -> Exchange.Outcome {
        let response = entry["response"]
        // Some exporters write -1 for 0, or no status.
        let status = Int(exactly: response?["status"]?.number ?? 0) ?? 0
        // What came before an error is no reply.
        if let code = try HARFailure.code(of: entry) { return .failure(code) }
        guard let response, status > 0 else {
            throw PassingReason("it got no response, and no error is named")
        }
        if status == 101 {
            throw PassingReason("it switches to another protocol (status 101)")
        }
        guard (200...599).contains(status) else {
            throw PassingReason("its status \(status) is not between 200 and 599")
        }
        let reply = HARReply(
            response: response, fields: response["headers"]?.headers ?? [:],
            status: HTTP.Status(status), method: request.method, folder: folder)
        return .reply(try reply.reply())
    }
}

extension ManifestFolder {
    /// Returns the content of a file that an archive names as a body.
    ///
    /// - Throws: The reason why it cannot be read.
    func attached(_ path: String) throws(PassingReason) -> Data {
        if let fault = fault(of: path) { throw PassingReason("its \"_file\" \(fault)") }
        let file = self.path(of: path)
        // Also behind a link.
        if "\(path)/\(file.realPath.dropFirst(realPath.count))".split(separator: "/").contains(
            where: { $0.hasPrefix(".") })
        {
            throw PassingReason("its \"_file\" is hidden, so no archive has made it")
        }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: file)) else {
            throw PassingReason("its \"_file\" \(path.shortened) cannot be read")
        }
        return data
    }
}
