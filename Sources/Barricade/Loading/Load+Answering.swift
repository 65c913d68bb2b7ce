import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The steps of a load after the decision.
extension LoadStep {
    func deliver(
        _ response: PreparedResponse, after delay: Duration, to request: BarricadeRequest
    ) {
        load.pause(for: delay) {
            guard response.file != nil else {
                return deliver(response.answer(to: request), to: request)
            }
            // Not where pauses end, since others wait there, and a disk may be slow.
            load.inBackground { deliver(response.answer(to: request), to: request) }
        }
    }

    /// Delivers a response made now, after its own delay, under another one's name.
    func deliver(
        _ made: CannedResponse, inPlaceOf response: PreparedResponse, to request: BarricadeRequest
    ) {
        do {
            // A response made now has answered no request, so its sequence has not ended.
            guard let next = try response.prepared(made).next(using: barricade.random) else {
                return load.fail(URLError(.badServerResponse))
            }
            // An unusable delay is a fault of the response, which fails with it.
            let delay = next.response.delay.flatMap { $0.fault == nil ? $0 : nil }
            deliver(next, after: delay?.duration(using: barricade.random) ?? .zero, to: request)
        } catch {
            load.fail(error)
        }
    }

    func deliver(_ answer: PreparedResponse.Answer, to request: BarricadeRequest) {
        switch answer {
        case .failure(let error):
            load.fail(error)
        case .passThrough:
            passThrough(body: request.body)
        case .changedLive(let change, let maker):
            passThrough(request, changing: change, of: maker)
        case .never:
            load.pause(for: nil)
        case .handler(let handler, let maker):
            load.run {
                let answer = try await handler(maker.withPathValues(request))
                deliver(answer, inPlaceOf: maker, to: request)
            }
        case .response(let response, let content):
            respond(with: response, content, body: request.body)
        }
    }

    /// Delivers a response, or follows its redirect.
    func respond(
        with response: HTTPURLResponse, _ content: PreparedResponse.Content, body: RequestBody
    ) {
        if let next = Redirection.next(after: request, response) {
            redirect(to: next, response, content, body: body)
        } else {
            give(response, content)
        }
    }

    /// Delivers a response after its cookies are stored.
    ///
    /// It stores them in the background, since a storage may write a file, which must not block the
    /// thread that starts loads.
    func give(_ response: HTTPURLResponse, _ content: PreparedResponse.Content) {
        if let error = undeliverable { return load.fail(error) }
        if let decided = load.decidedHeaders, let task = load.loader.task, let head = content.head {
            decided.keep(head.fields, for: task)
        }
        guard !content.cookies.isEmpty, let jar = CookieJar(load.sessionConfiguration) else {
            return send(response, content)
        }
        load.inBackground {
            jar.store(content.cookies, from: request)
            send(response, content.withoutCookies)
        }
    }

    /// Sends a response to the client, at once if possible, or else over time.
    private func send(_ response: HTTPURLResponse, _ content: PreparedResponse.Content) {
        guard traffic == nil else { return sendOverTime(response, content) }
        switch content.body {
        case .whole(let data): sendAtOnce(response, data ?? Data(), content)
        case .file(let part) where part.isLarge: sendLarge(part, response, content)
        case .file(let part): sendAtOnce(part, response, content)
        case .pieces: sendOverTime(response, content)
        }
    }

    func sendAtOnce(
        _ part: FilePart, _ response: HTTPURLResponse, _ content: PreparedResponse.Content
    ) {
        do {
            sendAtOnce(response, try part.data(), content)
        } catch {
            load.fail(error)
        }
    }

    private func sendAtOnce(
        _ response: HTTPURLResponse, _ data: Data, _ content: PreparedResponse.Content
    ) {
        let limit = content.limit
        // Usually shared, not copied.
        let part = data.count > limit ? data.prefix(limit) : data
        load.send(
            part.isEmpty
                ? [.response(response), content.last]
                : [.response(response), .data(part), content.last])
    }

    func sendOverTime(_ response: HTTPURLResponse, _ content: PreparedResponse.Content) {
        BodySender(content, of: response, step: self).start()
    }
}

extension PreparedResponse.Content {
    /// The event after the body, or after the part of it to send.
    var last: LoadEvent { failure.map { .fail($0.error) } ?? .finish }

    /// The number of bytes of the body to send.
    var limit: Int {
        switch failure?.point {
        case .headers: 0
        case .bytes(let count): count
        case .chunks, .events, nil: .max
        }
    }

    /// The number of pieces to send of a body in pieces.
    var pieceLimit: Int {
        switch failure?.point {
        case .chunks(let count), .events(let count): count
        case .headers, .bytes, nil: .max
        }
    }
}

extension Load {
    /// Runs slow work on a background thread, in parallel with other slow work.
    func inBackground(_ work: @escaping @Sendable () -> Void) {
        wait(for: LoadWork())
        // One queue each, since the global queues have no free thread while users' code blocks
        // them.
        DispatchQueue(label: "Barricade.Background").async {
            if isLoading { work() }
        }
    }

    /// The configuration of the task's session; on Apple platforms, as passed to the session.
    var sessionConfiguration: URLSessionConfiguration? { loader.sessionConfiguration }
}

extension BarricadeProtocol {
    var sessionConfiguration: URLSessionConfiguration? { Self.configuration(of: task) }

    static func configuration(of task: URLSessionTask?) -> URLSessionConfiguration? {
        task.flatMap { TaskReflection.configuration(of: $0) }
            ?? ProtocolRegistry.configuration(of: self)
    }
}
