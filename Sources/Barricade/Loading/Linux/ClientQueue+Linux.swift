#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The queue on which a load's client may be called: the one of all tasks in the process.
///
/// The queue is found by reflection on the first task that needs it. It is one of many that all
/// target a single serial queue (seen up to Swift 6.3.1), so one serves every session. If it cannot
/// be found, the library's own task leads there, more slowly.
enum ClientQueue {
    private static let way = Locked<(queue: DispatchQueue?, isReflected: Bool)>((nil, true))

    /// Whether to find the queue by reflection; false in some tests.
    static var isReflected: Bool {
        get { way.withLock { $0.isReflected } }
        set { way.withLock { $0 = (nil, newValue) } }
    }

    /// Runs a block there soon, or after a delay, from any thread.
    static func run(
        for task: URLSessionTask?, after delay: DispatchTimeInterval? = nil,
        _ block: @escaping @Sendable () -> Void
    ) {
        let queue = way.withLock { way in
            if way.isReflected, way.queue == nil, let task {
                way.queue = TaskReflection(task).workQueue
                way.isReflected = way.queue != nil
            }
            return way.queue
        }
        guard let queue else { return QueueRelay.run(block) }
        if let delay {
            queue.asyncAfter(deadline: .now() + delay, execute: block)
        } else {
            queue.async(execute: block)
        }
    }
}

/// A relay to the work queue of tasks that needs only public API: it resumes a task that never
/// ends, and each time the queue starts the task again.
///
/// It is the library's own task, which only this protocol loads. A user's task must not be resumed
/// here: that would undo the user's suspension, and is not safe near the end of the task.
private final class QueueRelay: URLProtocol {
    private static let blocks = Locked<[@Sendable () -> Void]>([])
    /// Resuming waits for the work queue, so it must not be done there.
    private static let queue = DispatchQueue(label: "Barricade.QueueRelay")
    private static let task: URLSessionTask = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [QueueRelay.self]
        return URLSession(configuration: configuration)
            .dataTask(with: URL(fileURLWithPath: "/"))
    }()

    static func run(_ block: @escaping @Sendable () -> Void) {
        let isFirst = blocks.withLock { blocks in
            blocks.append(block)
            return blocks.count == 1
        }
        if isFirst { queue.async { task.resume() } }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        let blocks = Self.blocks.withLock { blocks in
            defer { blocks = [] }
            return blocks
        }
        for block in blocks { block() }
    }
}
#endif
