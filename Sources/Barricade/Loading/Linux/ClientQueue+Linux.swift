#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The queue on which a load's client may be called: the one of all tasks in the process.
///
/// The queue is found by reflection on the first task that needs it. It is one of many that all
/// target a single serial queue (seen up to Swift 6.3.1), so one serves every session. If it cannot
/// be found, the library's own task leads there, more slowly.
package struct ClientQueue: Sendable {
    private static let way = Locked<(queue: DispatchQueue?, isReflected: Bool)>((nil, true))

    /// Whether to find the queue by reflection; false in some tests.
    package static var isReflected: Bool {
        get { way.withLock { $0.isReflected } }
        set { way.withLock { $0 = (nil, newValue) } }
    }

    init?() {}

    /// Runs a block there soon, from any thread.
    func run(for task: URLSessionTask?, _ block: @escaping @Sendable () -> Void) {
        let queue = Self.way.withLock { way in
            if way.isReflected, way.queue == nil, let task {
                way.queue = TaskReflection.workQueue(of: task)
                way.isReflected = way.queue != nil
            }
            return way.queue
        }
        if let queue { queue.async(execute: block) } else { QueueRelay.shared.run(block) }
    }
}

/// A relay to the work queue of tasks by public means: it resumes a task that never ends, which
/// starts again there each time.
///
/// It is the library's own task. Resuming a user's task instead would undo the user's suspension,
/// and trap at the end of the task.
final class QueueRelay: Sendable {
    static let shared = QueueRelay()

    private let blocks = Locked<[@Sendable () -> Void]>([])
    private let task: URLSessionTask
    /// Resuming waits for the work queue, so it must not be done there.
    private let queue = DispatchQueue(label: "Barricade.QueueRelay")

    private init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [RelayProtocol.self]
        let session = URLSession(configuration: configuration)
        task = session.dataTask(with: URL(fileURLWithPath: "/"))
    }

    func run(_ block: @escaping @Sendable () -> Void) {
        let isFirst = blocks.withLock { blocks in
            blocks.append(block)
            return blocks.count == 1
        }
        if isFirst { queue.async { self.task.resume() } }
    }

    fileprivate func runBlocks() {
        let blocks = blocks.withLock { blocks in
            defer { blocks = [] }
            return blocks
        }
        for block in blocks { block() }
    }
}

/// A URL protocol that accepts the relay's task, and never answers it.
private final class RelayProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() { QueueRelay.shared.runBlocks() }
    override func stopLoading() {}
}
#endif
