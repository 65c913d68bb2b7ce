import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A reply while it passes: its head, and its body so far.
final class ReplyDraft: LiveObservation {
    /// What becomes of the reply.
    enum Use {
        case keep
        /// It waits for somebody who wants it kept, unless it is large.
        case offer
    }

    private struct State {
        var head: LiveReply?
        var body = Data()
        /// The file with the body so far, once that is large.
        var file: (url: URL, handle: FileHandle)?
        /// The reason why the body could not be kept.
        var fault: (any Error)?
    }

    /// Larger bodies wait in a file.
    private static let largestBody = 1 << 20

    private let request: LiveRequest
    private let recorder: Recorder
    private let use: Use
    private let date = Date()
    private let start = ContinuousClock.now
    private let state = Locked(State())

    init(_ request: LiveRequest, for recorder: Recorder, then use: Use) {
        self.request = request
        self.recorder = recorder
        self.use = use
    }

    func receive(_ head: LiveReply) {
        state.withLock { $0.head = head }
    }

    func receive(_ data: Data) {
        state.withLock { state in
            guard state.fault == nil else { return }
            do {
                if let file = state.file {
                    try file.handle.write(contentsOf: data)
                } else {
                    state.body.append(data)
                    if state.body.count > Self.largestBody { try spill(&state) }
                }
            } catch {
                state.fault = error
            }
        }
    }

    private func spill(_ state: inout State) throws {
        let url = try recorder.bodies.newFile()
        try state.body.write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        state.file = (url, handle)
        state.body = Data()
    }

    func end(_ ending: LiveEnding) {
        let (head, body, file, fault) = state.withLock { state in
            defer { state = State() }
            return (state.head, state.body, state.file, state.fault)
        }
        try? file?.handle.close()
        defer { if let file { try? FileManager.default.removeItem(at: file.url) } }
        guard case .keep = use else {
            if case .finished = ending, let head, file == nil, fault == nil {
                recorder.offer(exchange(.reply(reply(head, .data(body)))), for: request)
            }
            return
        }
        switch ending {
        case .cancelled:
            recorder.note(.cancelled)
        case .failed(let error):
            guard head == nil else { return recorder.note(.cut) }
            guard let code = (error as? URLError)?.code, recorder.settings.keepsFailures else {
                return recorder.note(.failed)
            }
            recorder.keep(exchange(.failure(code)), for: request)
        case .finished:
            guard let head else { return }
            if let fault { return recorder.refuse(request, fault.localizedDescription) }
            let body = file.map { Exchange.Body.file($0.url) } ?? .data(body)
            recorder.keep(exchange(.reply(reply(head, body))), for: request)
        }
    }

    private func reply(_ head: LiveReply, _ body: Exchange.Body) -> Exchange.Reply {
        Exchange.Reply(status: head.status, headers: head.headers, body: body)
    }

    private func exchange(_ outcome: Exchange.Outcome) -> Exchange {
        let request = request.request
        return Exchange(
            Exchange.Request(
                method: request.method, url: request.url.absoluteString, headers: request.headers,
                body: request.body.data.map { .data($0) } ?? .none),
            outcome, date: date, duration: start.duration(to: .now))
    }
}
