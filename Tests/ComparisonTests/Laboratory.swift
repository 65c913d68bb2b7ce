import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import TestSupport

/// A server that writes what it is told, and clients that send an exchange to it or to a barricade.
///
/// One exchange at a time: a laboratory has one server.
final class Laboratory: Sendable {
    private struct State {
        var replies: [Exchange.Reply] = []
        var answered = 0
    }

    private let server: LocalServer
    private let refusing: LocalServer
    private let state: Locked<State>
    private let folder: ScratchFolder
    private let port: Locked<UInt16>

    init() throws {
        let (state, port) = (Locked(State()), Locked(UInt16(0)))
        (self.state, self.port) = (state, port)
        folder = try ScratchFolder()
        refusing = try .refusing()
        server = try LocalServer { request in
            if request.isOfPage { return .text("", status: 404) }
            let reply = state.withLock { state in
                defer { state.answered += 1 }
                return state.replies[min(state.answered, state.replies.count - 1)]
            }
            let port = port.withLock { $0 }
            let (bytes, ends) = reply.bytes { Self.resolve($0, port) }
            return .bytes(bytes, ends: ends)
        }
        port.withLock { $0 = server.port }
    }

    private static func resolve(_ text: String, _ port: UInt16) -> String {
        text.replacingOccurrences(of: "{server}", with: "http://127.0.0.1:\(port)")
            .replacingOccurrences(of: "{host}", with: "127.0.0.1:\(port)")
            .replacingOccurrences(of: "{other}", with: "http://localhost:\(port)")
    }

    /// Returns the differences between the ways.
    func differences(of exchange: Exchange) async throws -> [Difference] {
        Difference.all(
            try await observe(exchange, isBarricaded: false),
            try await observe(exchange, isBarricaded: true))
    }

    private func observe(_ exchange: Exchange, isBarricaded: Bool) async throws -> Observation {
        let before = server.requests.count
        state.withLock { $0 = State(replies: exchange.replies) }
        let port = exchange.isRefused ? refusing.port : server.port
        let resolve: (String) -> String = { Self.resolve($0, port) }
        let barricade = isBarricaded ? Barricade.answering(exchange, resolve) : nil
        let configuration = exchange.sessionConfiguration(barricade, resolve)
        var target = exchange.target
        if target.hasPrefix("/") { target = "{server}" + target }
        var request = URLRequest(url: try URL(resolve(target)))
        request.httpMethod = exchange.method
        request.cachePolicy = exchange.policy
        for field in exchange.fields {
            request.addValue(field.value, forHTTPHeaderField: field.name)
        }
        let teller = Teller(exchange)
        let makeSession = { (configuration: URLSessionConfiguration) in
            URLSession(
                configuration: configuration,
                delegate: exchange.way == .delegate ? teller : nil, delegateQueue: nil)
        }
        var session = makeSession(configuration)
        var others: [URLSession] = []
        defer {
            if exchange.invalidation == nil {
                for session in others + [session] { session.finishTasksAndInvalidate() }
            }
        }
        if exchange.configuration.hasStoredResponse {
            configuration.urlCache?.store("stored", for: request)
        }
        var observation = Observation()
        for number in 0..<exchange.count {
            switch number == 0 ? .same : exchange.next {
            case .same: break
            case .another:
                others.append(session)
                session = makeSession(configuration)
            case .copied:
                let copy = session.configuration.copy() as? URLSessionConfiguration
                session.finishTasksAndInvalidate()
                session = makeSession(copy ?? configuration)
            }
            observation = Observation()
            let outcome = try await send(request, exchange, in: session, teller)
            if outcome.isLate { return try await observe(exchange, isBarricaded: isBarricaded) }
            // ThreadSanitizer does not see that a reply comes before a caller that awaits it goes on; the
            // lock of the log shows it.
            _ = barricade?.requestCount
            if let error = outcome.error {
                observation.note(error)
            } else {
                observation.note(outcome.response)
                observation["body"] = outcome.data?.shown ?? "none"
            }
            if let task = outcome.task {
                observation["task response"] =
                    (task.response as? HTTPURLResponse).map { "\($0.statusCode)" }
                observation["task error"] = task.error.map { "\(($0 as NSError).code)" }
                observation.note(task.originalRequest, as: "original request")
                observation.note(task.currentRequest, as: "current request")
            }
        }
        if exchange.way == .taskDelegate {
            // Its calls may come after the reply.
            await withCheckedContinuation { done in
                session.delegateQueue.addOperation { done.resume() }
            }
        }
        observation["calls"] = teller.names
        observation["calls after the cancellation"] = teller.lateNames
        for cookie in configuration.httpCookieStorage?.cookies ?? [] {
            observation["cookie \(cookie.name) \(cookie.domain) \(cookie.path)"] = cookie.value
        }
        // An exchange that fails or is cancelled may end before the server gets all of it.
        if exchange.isRefused || exchange.cancels != nil || observation["error"] != nil {
            return observation
        }
        if let barricade, exchange.passing == .no {
            for (number, entry) in barricade.requests.enumerated() {
                let (request, target) = (entry.request, entry.request.target)
                observation.note(
                    request: number,
                    "\(request.method) \(target.path.nonEmpty ?? "/")"
                        + (target.query.map { "?\($0)" } ?? ""),
                    request.headers.fields.map { ($0.name, $0.value) },
                    request.sentBody.data ?? Data())
            }
        } else {
            let requests = server.requests.dropFirst(before).filter { !$0.isOfPage }
            for (number, request) in requests.enumerated() {
                observation.note(
                    request: number, "\(request.method) \(request.target)",
                    request.headers.map { ($0.key, $0.value) }, request.body)
            }
        }
        return observation
    }

    private struct Outcome: Sendable {
        var data: Data?
        var response: URLResponse?
        var error: (any Error)?
        var task: URLSessionTask?
        /// Whether it was cancelled so late that a server would have answered.
        var isLate = false
    }

    private func send(
        _ request: URLRequest, _ exchange: Exchange, in session: URLSession, _ teller: Teller
    ) async throws -> Outcome {
        var request = request
        let file = folder.file("body")
        switch exchange.body {
        case .data(let data): request.httpBody = data
        case .stream(let data): request.httpBodyStream = InputStream(data: data)
        case .file(let data?): try data.write(to: file)
        case .none, .upload, .file, .folder: break
        }
        let upload: URL? =
            switch exchange.body {
            case .file(nil): folder.file("missing")
            case .file: file
            case .folder: file.deletingLastPathComponent()
            default: nil
            }
        guard exchange.way != .async, exchange.way != .taskDelegate else {
            let delegate = exchange.way == .async ? nil : teller
            do {
                let (data, response) =
                    if case .upload(let data) = exchange.body {
                        try await session.upload(for: request, from: data, delegate: delegate)
                    } else if let upload {
                        try await session.upload(for: request, fromFile: upload, delegate: delegate)
                    } else {
                        try await session.data(for: request, delegate: delegate)
                    }
                return Outcome(data: data, response: response)
            } catch {
                return Outcome(error: error)
            }
        }
        let outcomes = Events<Outcome>()
        let task: URLSessionTask
        if exchange.way == .delegate {
            task =
                if case .upload(let data) = exchange.body {
                    session.uploadTask(with: request, from: data)
                } else if let upload {
                    session.uploadTask(with: request, fromFile: upload)
                } else {
                    session.dataTask(with: request)
                }
            teller.begin { outcomes.add(Outcome(data: $0, response: $1, error: $2)) }
        } else {
            let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = {
                outcomes.add(Outcome(data: $0, response: $1, error: $2))
            }
            task =
                if case .upload(let data) = exchange.body {
                    session.uploadTask(with: request, from: data, completionHandler: handler)
                } else if let upload {
                    session.uploadTask(
                        with: request, fromFile: upload, completionHandler: handler)
                } else {
                    session.dataTask(with: request, completionHandler: handler)
                }
        }
        // Outside of Swift's tasks, where a barricade cannot tell a completion handler from a caller
        // that awaits.
        let isLate = await onOwnThread { [task] in
            let start = ContinuousClock.now
            task.resume()
            switch exchange.invalidation {
            case .finishing: session.finishTasksAndInvalidate()
            case .cancelling: session.invalidateAndCancel()
            case nil: if exchange.cancels == .start { task.cancel() }
            }
            return start.duration(to: .now) > .milliseconds(1)
        }
        var outcome = await outcomes.wait()[0]
        if exchange.cancels == .start, isLate { outcome.isLate = true }
        outcome.task = task
        return outcome
    }
}

extension LocalServer.Request {
    /// Whether it comes from a page that is left open, whose server had the port before.
    fileprivate var isOfPage: Bool { headers["sec-fetch-mode"] != nil }
}

extension URLCache {
    /// Keeps a response that is fresh.
    fileprivate func store(_ text: String, for request: URLRequest) {
        guard let url = request.url,
            let head = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Cache-Control": "max-age=600"])
        else { return }
        storeCachedResponse(
            CachedURLResponse(response: head, data: Data(text.utf8)), for: request)
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension Barricade {
    /// Makes a barricade that gives the replies of an exchange in turn.
    fileprivate static func answering(
        _ exchange: Exchange, _ resolve: (String) -> String
    ) -> Barricade {
        let responses =
            exchange.isRefused
            ? [CannedResponse(error: .cannotConnectToHost)]
            : exchange.replies.map { $0.canned(resolve) }
        let answer =
            switch exchange.passing {
            case .live: CannedResponse.live()
            case .no where responses.count > 1:
                CannedResponse.sequence { for response in responses { response } }
            default: responses[0]
            }
        let passes = exchange.passing == .hosts || exchange.passing == .all
        let sets = passes ? [] : [ResponseSet("Server", on: .any("/**")) { answer }]
        return Barricade(sets) {
            switch exchange.passing {
            case .hosts: $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1", "localhost"])
            case .all: $0.unmatchedPolicy = .passThrough
            case .no, .live: $0.unmatchedPolicy = .fail
            }
        }
    }
}

extension Exchange {
    fileprivate func sessionConfiguration(
        _ barricade: Barricade?, _ resolve: (String) -> String
    ) -> URLSessionConfiguration {
        var made = URLSessionConfiguration.ephemeral
        if !configuration.isCopied { change(made) }
        barricade?.install(in: made)
        if configuration.isCopied, let copy = made.copy() as? URLSessionConfiguration {
            change(copy)
            made = copy
        }
        made.urlCache =
            configuration.hasCache
            ? URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil) : nil
        // Long enough for a busy machine, short enough to see what hangs.
        made.timeoutIntervalForRequest = 30
        if let cookie = configuration.cookie, let url = URL(string: resolve("{server}/")),
            let stored = HTTPCookie(properties: [
                .name: cookie, .value: "stored", .domain: "127.0.0.1", .path: "/",
                .originURL: url,
            ])
        {
            made.httpCookieStorage?.setCookie(stored)
        }
        return made
    }

    private func change(_ made: URLSessionConfiguration) {
        if !configuration.fields.isEmpty { made.httpAdditionalHeaders = configuration.fields }
        if !configuration.storesCookies { made.httpCookieAcceptPolicy = .never }
        made.httpShouldSetCookies = configuration.sendsCookies
    }
}

/// A delegate that notes its calls, and cancels the task in one of them.
private final class Teller: NSObject, URLSessionDataDelegate {
    private struct State {
        var names: [String] = []
        var lateNames: [String] = []
        var data = Data()
        var response: URLResponse?
        var isCancelled = false
        var end: (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?
    }

    private let exchange: Exchange
    private let state = Locked(State())

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    var names: String { state.withLock { $0.names.joined(separator: ", ") } }
    /// The calls after a cancellation; `nil` if there were none.
    var lateNames: String? {
        state.withLock { $0.lateNames.isEmpty ? nil : $0.lateNames.joined(separator: ", ") }
    }

    func begin(_ end: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) {
        state.withLock { ($0.end, $0.data) = (end, Data()) }
    }

    /// Notes a call; what repeats is noted once.
    private func note(
        _ name: String, _ call: Exchange.Call? = nil, of task: URLSessionTask? = nil
    ) {
        let cancels = state.withLock { state in
            if state.isCancelled, call != nil {
                state.lateNames.append(name)
            } else if state.names.last != name || call == .redirect {
                state.names.append(name)
            }
            defer { if call == exchange.cancels, call != nil { state.isCancelled = true } }
            return call != nil && call == exchange.cancels && !state.isCancelled
        }
        if cancels { task?.cancel() }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { $0.response = response }
        note("response", .response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { $0.data += data }
        note("data", .data, of: dataTask)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
        note("sent", .sent, of: task)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        note(
            "redirect \(response.statusCode) to \(request.httpMethod ?? "") "
                + "\(request.url?.path ?? "")", .redirect, of: task)
        // Nothing more is asked of a task that is cancelled.
        if exchange.cancels == .redirect { return }
        completionHandler(exchange.followsRedirects ? request : nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        note("end")
        let (data, response, end) = state.withLock { ($0.data, $0.response, $0.end) }
        // The head is in the task if no call has brought it.
        end?(data, response ?? task.response, error)
    }
}
