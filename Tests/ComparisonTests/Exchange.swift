import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request of an app, how it is sent, and the bytes with which a server answers it.
struct Exchange: Sendable {
    typealias Field = HTTP.Headers.Field

    /// How the app sends it.
    enum Way: String, Sendable, CaseIterable { case async, handler, delegate, taskDelegate }

    enum Body: Sendable, Equatable {
        case none
        case data(Data)
        case stream(Data)
        case upload(Data)
        /// An upload from a file with this content; `nil` if the file is missing.
        case file(Data?)
        case folder
    }

    /// What the barricade does with the request.
    enum Passing: String, Sendable { case no, live, hosts, all }

    /// When the app cancels the task: as soon as it has started, or in a call of its delegate.
    enum Call: String, Sendable, CaseIterable { case start, sent, response, data, redirect }

    /// The changes of the session's configuration.
    struct Configuration: Sendable, Equatable {
        var fields: [String: String] = [:]
        /// Whether they are added to a copy of the configuration with the barricade.
        var isCopied = false
        /// A cookie that the storage has before.
        var cookie: String?
        var storesCookies = true
        var sendsCookies = true
        var hasCache = false
        /// Whether the cache has a response to the request before.
        var hasStoredResponse = false
    }

    /// The session of a request after the first one, with the storages of the first session.
    enum NextSession: String, Sendable, CaseIterable {
        case same
        /// One of the same configuration, beside the first.
        case another
        /// One of a copy of the first session's configuration, after that session was invalidated.
        case copied
    }

    /// What an app does with its session when its task has started.
    enum Invalidation: String, Sendable, CaseIterable { case finishing, cancelling }

    /// A response as the server writes it.
    struct Reply: Sendable, Equatable {
        enum Framing: String, Sendable { case length, chunked, close }

        var status = 200
        var fields: [Field] = []
        var body = Data()
        var framing = Framing.length
        /// The number of bytes of the body after which the connection ends; `nil` after all.
        var cut: Int?
    }

    var family = ""
    var method = "GET"
    /// The path with the query, or a whole URL.
    ///
    /// `{server}` stands for the server's URL, and
    /// `{other}` for the same server under another name.
    var target = "/"
    var fields: [Field] = []
    var body = Body.none
    var way = Way.async
    var configuration = Configuration()
    var policy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// The answers to the request and to those that follow it, in order.
    var replies: [Reply] = [Reply()]
    /// How often it is sent.
    var count = 1
    var next = NextSession.same
    var invalidation: Invalidation?
    var passing = Passing.no
    var followsRedirects = true
    var cancels: Call?
    /// Whether nothing listens.
    var isRefused = false
}

extension Exchange.Reply {
    /// The bytes on the wire, and whether the connection ends after them.
    func bytes(_ resolve: (String) -> String) -> (bytes: Data, ends: Bool) {
        var head = "HTTP/\(framing == .close ? "1.0" : "1.1") \(status) Status\r\n"
        for field in fields { head += "\(field.name): \(resolve(field.value))\r\n" }
        let names = fields.map { $0.name.lowercased() }
        var sent = body
        switch framing {
        case .length where names.contains("content-length") || status == 204 || status == 304:
            break
        case .length: head += "Content-Length: \(body.count)\r\n"
        case .chunked:
            head += "Transfer-Encoding: chunked\r\n"
            sent = Data()
            for piece in pieces {
                sent += Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + "\r\n".utf8
            }
            sent += "0\r\n\r\n".utf8
        case .close: break
        }
        if let cut { sent = sent.prefix(cut) }
        let ends = framing == .close || cut != nil || names.contains("content-length")
        return (Data((head + "\r\n").utf8) + sent, ends)
    }

    private var pieces: [Data] {
        let half = body.count / 2
        return [body.prefix(half), body.dropFirst(half)].map { Data($0) }.filter { !$0.isEmpty }
    }

    /// The response that somebody writes who wants an app to get these bytes.
    func canned(_ resolve: (String) -> String) -> CannedResponse {
        let headers = HTTP.Headers(fields.map { .init($0.name, resolve($0.value)) })
        let content: ResponseBody =
            framing == .length
            ? .data(body, contentType: nil) : .chunks(pieces, contentType: nil)
        let response = CannedResponse(
            status: .init(status), headers: headers,
            httpVersion: framing == .close ? "HTTP/1.0" : "HTTP/1.1", body: content)
        return cut.map { response.failing(.networkConnectionLost, after: .bytes($0)) } ?? response
    }
}

extension Exchange: CustomStringConvertible {
    var description: String {
        var lines = ["\(family): \(count > 1 ? "\(count) times " : "")\(way.rawValue)"]
        if next != .same { lines[0] += ", in \(next.rawValue) session" }
        if let invalidation { lines[0] += ", \(invalidation.rawValue) tasks" }
        if passing != .no { lines[0] += ", passing \(passing.rawValue)" }
        if !followsRedirects { lines[0] += ", refusing redirects" }
        if let cancels { lines[0] += ", cancelled in \(cancels.rawValue)" }
        if isRefused { lines[0] += ", refused" }
        if configuration != Configuration() { lines.append("\(configuration)") }
        if policy != .useProtocolCachePolicy { lines.append("policy \(policy.rawValue)") }
        lines.append("> \(method) \(target)")
        lines += fields.map { "> \($0.name): \($0.value)" }
        if body != .none { lines.append("> \(body.shown)") }
        for reply in replies {
            lines.append(
                "< \(reply.status) \(reply.framing) \(reply.cut.map { "cut \($0)" } ?? "")")
            lines += reply.fields.map { "< \($0.name): \($0.value.debugDescription)" }
            if !reply.body.isEmpty { lines.append("< \(reply.body.shown)") }
        }
        return lines.joined(separator: "\n")
    }

    /// The same exchange in simpler forms, to find the simplest that shows a difference.
    var simpler: [Exchange] {
        let length = description.utf8.count
        var simpler: [Exchange] = []
        func add(_ change: (inout Exchange) -> Void) {
            var copy = self
            change(&copy)
            // Only shorter ones, so that the search ends.
            if "\(copy)".utf8.count < length { simpler.append(copy) }
        }
        add { $0.way = .async }
        add { $0.method = "GET" }
        add { $0.body = .none }
        add { $0.target = "/" }
        add { $0.configuration = Configuration() }
        add { $0.policy = .useProtocolCachePolicy }
        add { $0.count = 1 }
        add { $0.next = .same }
        add { $0.followsRedirects = true }
        for index in fields.indices { add { $0.fields.remove(at: index) } }
        if replies.count > 1 { add { $0.replies.removeLast() } }
        for place in replies.indices {
            add { $0.replies[place].framing = .length }
            add { $0.replies[place].cut = nil }
            add { $0.replies[place].status = 200 }
            add { $0.replies[place].body = Data() }
            add { $0.replies[place].body = Data("ab".utf8) }
            for index in replies[place].fields.indices {
                add { $0.replies[place].fields.remove(at: index) }
            }
        }
        return simpler
    }
}

extension Exchange.Body {
    var shown: String {
        switch self {
        case .none, .folder, .file(nil): "\(self)"
        case .data(let data): "data \(data.shown)"
        case .stream(let data): "stream \(data.shown)"
        case .upload(let data): "upload \(data.shown)"
        case .file(let data?): "file \(data.shown)"
        }
    }
}

extension Data {
    /// The bytes as text, if they are short.
    var shown: String {
        count > 80
            ? "\(count) bytes \(hashValue)" : String(decoding: self, as: UTF8.self).debugDescription
    }
}
