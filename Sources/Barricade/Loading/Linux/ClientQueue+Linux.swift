#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The queue on which a load's client may be called: the one of all tasks in the process.
///
/// The queue is found by reflection on the first task that needs it. It is one of many that all
/// target a single serial queue (seen up to Swift 6.3.1), so one serves every session. If it cannot
/// be found, the library's own task leads there, more slowly.
package struct ClientQueue: Sendable {
    private enum Way {
        case unknown
        case found(DispatchQueue)
        case relay
    }

    private static let way = Locked(Way.unknown)

    /// Whether to find the queue by reflection; false in some tests.
    package static var isReflected: Bool {
        get { way.withLock { if case .relay = $0 { false } else { true } } }
        set { way.withLock { $0 = newValue ? .unknown : .relay } }
    }

    init?() {}

    /// Runs a block there soon, from any thread.
    func run(for task: URLSessionTask?, _ block: @escaping @Sendable () -> Void) {
        switch Self.way(by: task) {
        case .found(let queue): queue.async(execute: block)
        case .relay, .unknown: QueueRelay.shared.run(block)
        }
    }

    private static func way(by task: URLSessionTask?) -> Way {
        way.withLock { way in
            if case .unknown = way, let task {
                way = TaskReflection.workQueue(of: task).map { .found($0) } ?? .relay
            }
            return way
        }
    }
}
#endif
