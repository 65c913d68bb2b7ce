#if !canImport(Darwin)
import Barricade

/// What a body's stream does when it is read, for what the platform's own cannot be made to do.
///
/// Its stream always says that it has bytes, as many do, and waits when it is read.
final class StreamScript: Sendable {
    enum Step {
        case bytes(Data)
        /// Waits until the test calls ``release()``.
        case wait
        case fail
        /// The same bytes for ever.
        case repeating(Data)
    }

    private struct State {
        var steps: [Step]
        var status = Stream.Status.notOpen
        var reads = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
        var closeWatchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>
    private let isFree = DispatchSemaphore(value: 0)

    init(_ steps: Step...) {
        state = Locked(State(steps: steps))
    }

    /// A stream that follows the script.
    var stream: InputStream { ScriptedStream(self) }

    /// How many times somebody has tried to read.
    var reads: Int { state.withLock { $0.reads } }

    fileprivate(set) var status: Stream.Status {
        get { state.withLock { $0.status } }
        set {
            let watchers = state.withLock { state in
                state.status = newValue
                guard newValue == .closed else { return [CheckedContinuation<Void, Never>]() }
                defer { state.closeWatchers = [] }
                return state.closeWatchers
            }
            watchers.forEach { $0.resume() }
        }
    }

    /// Lets a read that waits go on.
    func release() {
        isFree.signal()
    }

    /// Waits until somebody reads.
    func waitForRead() async {
        await withCheckedContinuation { continuation in
            let isRead = state.withLock { state in
                if state.reads == 0 { state.watchers.append(continuation) }
                return state.reads > 0
            }
            if isRead { continuation.resume() }
        }
    }

    /// Waits until the stream is closed.
    func waitForClose() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if state.status != .closed { state.closeWatchers.append(continuation) }
                return state.status == .closed
            }
            if isClosed { continuation.resume() }
        }
    }

    fileprivate func read(_ buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int {
        let (step, watchers) = state.withLock { state in
            state.reads += 1
            let watchers = state.watchers
            state.watchers = []
            guard let step = state.steps.first else { return (Step?.none, watchers) }
            if case .repeating = step {} else { state.steps.removeFirst() }
            return (step, watchers)
        }
        watchers.forEach { $0.resume() }
        switch step {
        case nil:
            status = .atEnd
            return 0
        case .bytes(let data), .repeating(let data):
            let count = min(data.count, length)
            data.copyBytes(to: buffer, count: count)
            return count
        case .fail:
            status = .error
            return -1
        case .wait:
            isFree.wait()
            return read(buffer, length)
        }
    }
}

private final class ScriptedStream: InputStream {
    private let script: StreamScript

    init(_ script: StreamScript) {
        self.script = script
        super.init(data: Data())
    }

    override var hasBytesAvailable: Bool { true }
    override var streamStatus: Stream.Status { script.status }
    override var streamError: (any Error)? { script.status == .error ? POSIXError(.EIO) : nil }

    override func open() {
        script.status = .open
    }

    override func close() {
        script.status = .closed
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        script.read(buffer, length)
    }
}
#endif
