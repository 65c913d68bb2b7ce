import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An event for a load's client, in order.
enum LoadEvent: Sendable, LoadEnding {
    case response(URLResponse)
    /// The whole body.
    case data(Data)
    /// A part of a body that is sent over time.
    case piece(Data)
    /// Nothing for the client: calls back when the task's delegate, or the platform on Apple
    /// platforms, has taken the earlier events.
    case mark(@Sendable () -> Void)
    /// Nothing for the client: runs a closure on the only queue on which the task can be inspected.
    case visit(@Sendable (BarricadeProtocol) -> Void)
    /// The next loader takes over the task, and sends the client the rest; on Linux only.
    case handOver
    case finish
    case fail(any Error)

    var isLast: Bool {
        switch self {
        case .finish, .fail, .handOver: true
        case .response, .data, .piece, .mark, .visit: false
        }
    }
}

extension Data {
    /// The same bytes, of which the first has the index 0, as callers expect of a session's data.
    var indexedFromZero: Data { startIndex == 0 ? self : Data(self) }
}

/// The work for a load while its client waits; one at a time.
struct LoadWork: Sendable {
    /// Continues after a pause; `nil` for work that continues by itself.
    var goOn: (@Sendable () -> Void)?
    /// Cancels the work, on any thread.
    var stop: (@Sendable () -> Void)?
}
