#if !canImport(Darwin)
/// What a body's stream does when it is read, for what the platform's own cannot be made to do.
///
/// Its stream always says that it has bytes, as many do, and waits when it is read.
final class StreamScript: Sendable {
    enum Step: Sendable {
        case bytes(Data)
        /// Waits until the test calls ``release()``.
        case wait
        case fail
        /// The same bytes for ever.
        case repeating(Data)
    }

    private struct State: Sendable {
        var steps: [Step]
        var status = Stream.Status.notOpen
        var reads = 0
    }

    private let state: Watched<State>
    private let isFree = DispatchSemaphore(value: 0)

    init(_ steps: Step...) {
        state = Watched(State(steps: steps))
    }

    /// A stream that follows the script.
    var stream: InputStream { ScriptedStream(self) }

    /// How many times somebody has tried to read.
    var reads: Int { state.current.reads }

    fileprivate(set) var status: Stream.Status {
        get { state.current.status }
        set { state.change { $0.status = newValue } }
    }

    /// Lets a read that waits go on.
    func release() {
        isFree.signal()
    }

    /// Waits until somebody reads.
    func waitForRead() async {
        await state.wait { $0.reads > 0 }
    }

    /// Waits until the stream is closed.
    func waitForClose() async {
        await state.wait { $0.status == .closed }
    }

    fileprivate func read(_ buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int {
        let step = state.change { state -> Step? in
            state.reads += 1
            if case .repeating? = state.steps.first { return state.steps[0] }
            return state.steps.isEmpty ? nil : state.steps.removeFirst()
        }
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
