import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client of a load that serves a connection: the reply waits for its reader.
///
/// No `URLSession` has a part in it, so its reader gets all that a set says.
final class ServedReply: LoadClient, Sendable {
    private struct State {
        var head: Head?
        /// What waits for the reader, in order.
        var waiting: [Item] = []
        /// The number of its bytes, if a real server sends them.
        var waitingBytes = 0
        /// The time at which the reader last took bytes.
        var lastTake = ContinuousClock.now
        /// Whether the reader is checked from time to time.
        var isWatched = false
        /// Called if the reader is too slow.
        var cutOff: (@Sendable () -> Void)?
        /// Whether the rest of the body is thrown away.
        var isDiscarding = false
        /// Whether a real server is asked.
        var passesThrough = false
        /// The number of bytes that the reader gets.
        var bytes = 0
        var end: Result<Void, any Error>?
        var hasPendingEvents = false
        var reader: CheckedContinuation<Void, Never>?
    }

    /// A part of the body, or what is called when the reader comes for the parts after it.
    private enum Item {
        case data(Data)
        case mark(@Sendable () -> Void)
    }

    /// The size up to which parts are joined, since each costs the reader a turn.
    private static let smallSize = 65_536

    /// The response, and the head of a canned one.
    typealias Head = (response: HTTPURLResponse, canned: ResponseHead?)

    let requestToLoad: URLRequest
    let additionalHeaders: [HTTP.Headers.Field]
    private let configuration: URLSessionConfiguration
    let queue = DispatchQueue(label: "Barricade.ServedReply")
    private let state = Locked(State())

    private let errors: RecentErrors

    /// - Parameter headers: What the client has sent, with the fields that are not passed on.
    init(
        to request: URLRequest, _ headers: HTTP.Headers, _ configuration: URLSessionConfiguration,
        after errors: RecentErrors
    ) {
        (requestToLoad, self.configuration, self.errors) = (request, configuration, errors)
        // The URL has the host of the server that is meant.
        additionalHeaders = headers.fields.filter { !$0.isNamed("Host") }
    }

    /// Ends the reply with an error; returns false if it has ended, or if its body is discarded.
    func cancel() -> Bool {
        var isCancelled = false
        update { state in
            if state.isDiscarding { return }
            isCancelled = state.end == nil
            if isCancelled { state.end = .failure(URLError(.cancelled)) }
            discard(&state)
        }
        return isCancelled
    }

    /// Throws the body away, and lets the request end by itself.
    func discardBody() {
        state.withLock { discard(&$0) }
    }

    private func discard(_ state: inout State) {
        state.isDiscarding = true
        while takePart(&state) != nil {}
    }

    // MARK: Reading

    /// Waits for the head.
    func head() async throws -> Head {
        try await next { state in
            if let head = state.head { return .success(head) }
            return state.end?.flatMap { .failure(URLError(.badServerResponse)) }
        }
    }

    /// Takes the whole body if the reply has ended with so many bytes; otherwise `nil`.
    func wholeBody(of count: Int) -> Data? {
        state.withLock { state in
            guard case .success = state.end, state.waiting.count == 1,
                case .data(let data)? = state.waiting.first, data.count == count
            else { return nil }
            return takePart(&state)
        }
    }

    /// Waits for more of the body; `nil` at its end.
    func nextPiece() async throws -> Data? {
        try await next { state in
            state.lastTake = .now
            if let part = takePart(&state) { return .success(part) }
            return state.end?.map { nil }
        }
    }

    /// Takes the first part of the body, and calls the marks before it.
    private func takePart(_ state: inout State) -> Data? {
        while !state.waiting.isEmpty {
            // Unlike a slice, an array lets go of what is taken: a mark holds the load.
            switch state.waiting.removeFirst() {
            case .data(let data):
                count(-data.count, in: &state)
                return data
            case .mark(let callBack): queue.async(execute: callBack)
            }
        }
        return nil
    }

    private func next<Value>(
        _ take: (inout State) -> Result<Value, any Error>?
    ) async throws -> Value {
        while true {
            let taken = state.withLock { state in
                state.hasPendingEvents = false
                return take(&state)
            }
            if let taken { return try taken.get() }
            await withCheckedContinuation { reader in
                let hasPendingEvents = state.withLock { state in
                    if !state.hasPendingEvents { state.reader = reader }
                    return state.hasPendingEvents
                }
                if hasPendingEvents { reader.resume() }
            }
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            state.hasPendingEvents = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    // MARK: Slow readers

    // A real server sends at its own pace, so what waits is counted, and a reader that is too slow
    // for it is cut off. What a set sends waits for the reader instead.

    /// The bytes of a reply that may wait, however slow its reader is.
    private static let mostWaiting = 64 << 20
    /// The bytes that may wait for all readers, as long as they take some.
    private static let mostInAll = 1 << 30
    /// From this size on, what waits has pages of its own: an allocator with an arena for each thread
    /// would keep several times as much, and for ever.
    private static let mostUnmapped = 1 << 20
    /// Shorter than the time after which the server closes a connection, and does not say why.
    private static let patience = Duration.seconds(29)
    private static let inAll = Locked(0)

    static let slowReader = """
        The client reads too slowly, and was cut off: more than \(mostWaiting >> 20) MB of the real \
        server's body waited for it.
        """

    private func count(_ bytes: Int, in state: inout State) {
        guard let head = state.head, head.canned == nil else { return }
        state.waitingBytes += bytes
        Self.inAll.withLock { $0 += bytes }
    }

    deinit {
        let rest = state.withLock { $0.waitingBytes }
        Self.inAll.withLock { $0 -= rest }
    }

    /// Sets what cuts off a reader that is too slow.
    func onSlowReader(_ cutOff: (@Sendable () -> Void)?) {
        state.withLock { $0.cutOff = cutOff }
    }

    /// Cuts the reader off if it is too slow; returns whether more bytes than usual wait.
    @discardableResult func checkReader() -> Bool {
        let (isBehind, cutOff) = state.withLock { state in
            let isBehind = state.waitingBytes > Self.mostWaiting
            state.isWatched = isBehind
            let isTooSlow =
                isBehind
                && (state.lastTake.duration(to: .now) > Self.patience
                    || Self.inAll.withLock { $0 } > Self.mostInAll)
            return (isBehind, isTooSlow ? state.cutOff : nil)
        }
        cutOff?()
        return isBehind
    }

    /// Checks the reader each second while many bytes wait, since the server may have sent all.
    private func watchReader() {
        Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil, self?.checkReader() == true {}
        }
    }

    // MARK: The load's client

    var sessionConfiguration: URLSessionConfiguration? { configuration }
    var hiddenBody: RequestBody? { nil }
    var isUpload: Bool { false }
    var isLoader: Bool { false }
    var handOver: HandOver { .impossible }
    var isRunning: Bool { true }
    var takesPieces: Bool { true }

    func passing(_ request: URLRequest) -> (URLRequest, URLSessionConfiguration) {
        state.withLock { $0.passesThrough = true }
        return (request, configuration.copy() as? URLSessionConfiguration ?? .relaying())
    }

    func run(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }

    func note(on last: LoadEvent) -> String? {
        let repeated =
            errors.contains(requestToLoad) ? "perhaps asked again by the client" : nil
        guard case .fail(let error) = last else { return repeated }
        let (head, bytes, isLive) = state.withLock { ($0.head, $0.bytes, $0.passesThrough) }
        // The log says by itself what a set has sent.
        let cause = isLive ? (error as? URLError)?.code.name : nil
        var got = "an error" + (cause.map { ": \($0)" } ?? "")
        if let head {
            got = "\(head.response.statusCode), and \(bytes.counted("byte")) of the body"
        } else if let fault = BarricadeError(error) {
            got = "\(fault.servedStatus)"
        }
        if head != nil || BarricadeError(error) == nil { errors.add(requestToLoad) }
        return [repeated, "the client got \(got)"].compactMap(\.self).joined(separator: "; ")
    }

    func receive(_ event: LoadEvent) {
        var (isBehind, isWatched) = (false, false)
        update { state in
            switch event {
            case .response(let response, let canned):
                state.head = (response as? HTTPURLResponse).map { ($0, canned) }
            case .data(let data), .piece(let data):
                if !state.isDiscarding { add(data, to: &state) }
                isWatched = state.isWatched
                isBehind = state.waitingBytes > Self.mostWaiting
            case .finish: state.end = state.end ?? .success(())
            case .fail(let error): state.end = state.end ?? .failure(error)
            case .sent, .perform, .handOver: break
            }
        }
        if isBehind, checkReader(), !isWatched { watchReader() }
    }

    private func add(_ data: Data, to state: inout State) {
        count(data.count, in: &state)
        state.bytes += data.count
        if case .data(let last) = state.waiting.last {
            let end = state.waiting.endIndex - 1
            if last.count + data.count <= Self.smallSize {
                state.waiting[end] = .data(last + data)
                return
            }
            if state.waitingBytes > Self.mostUnmapped { state.waiting[end] = .data(last.mapped) }
        }
        state.waiting.append(.data(data))
    }

    func afterEarlierEvents(_ callBack: @escaping @Sendable () -> Void) {
        update { state in
            state.waiting.append(.mark(callBack))
            if state.isDiscarding { _ = takePart(&state) }
        }
    }

    /// Gives the redirect to the connection, whose client decides whether to follow it.
    func consider(_ offer: RedirectOffer) { offer.answer(nil) }
}

extension Data {
    /// A copy whose memory the system has back when it is released.
    fileprivate var mapped: Data {
        let bytes = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard !isEmpty, let bytes, bytes != MAP_FAILED else { return self }
        copyBytes(to: UnsafeMutableRawBufferPointer(start: bytes, count: count))
        return Data(bytesNoCopy: bytes, count: count, deallocator: .unmap)
    }
}

/// The requests that have just got an error.
///
/// A client may take the error for its own connection's, and send its request again by itself.
final class RecentErrors: Sendable {
    private let times = Locked<[URLRequest: ContinuousClock.Instant]>([:])

    func add(_ request: URLRequest) {
        times.withLock { times in
            times = times.filter { Self.isRecent($0.value) }
            times[request] = .now
        }
    }

    /// Returns whether the same request got an error within 50 ms.
    func contains(_ request: URLRequest) -> Bool {
        times.withLock { !$0.isEmpty && $0[request].map(Self.isRecent) ?? false }
    }

    private static func isRecent(_ time: ContinuousClock.Instant) -> Bool {
        time.duration(to: .now) < .milliseconds(50)
    }
}

extension BarricadeError {
    /// The status of a response in place of the one that the barricade cannot give.
    var servedStatus: HTTP.Status {
        code == .unmatchedRequest || code == .unsupported ? 501 : .internalServerError
    }
}
