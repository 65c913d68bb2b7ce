import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Something to tell a load's client, in order.
enum LoadEvent: Sendable, LoadEnding {
    case response(URLResponse)
    /// The whole body.
    case data(Data)
    /// A part of the body, which comes over time.
    case piece(Data)
    /// Nothing for the client: calls back once the task's owner has taken what came before; on Apple
    /// platforms once the platform has.
    case mark(@Sendable () -> Void)
    /// The platform may load another request instead, and stops this load if it does; only where it
    /// can.
    case redirect(URLRequest, HTTPURLResponse)
    /// Nothing for the client: runs where alone the task can be looked into.
    case visit(@Sendable (BarricadeProtocol) -> Void)
    /// The next loader in line takes the task over, and tells the client the rest; only where it
    /// can.
    case handOver
    case finish
    case fail(any Error)

    var ending: LoadStateEnding? {
        switch self {
        case .handOver: .handedOver
        case .finish, .fail: .finished
        default: nil
        }
    }
}

/// What works for a load while its client waits; one thing at a time.
struct LoadWork: Sendable {
    /// Goes on when a pause is over; `nil` for what goes on by itself.
    var goOn: (@Sendable () -> Void)?
    /// Calls it off, from any thread.
    var stop: (@Sendable () -> Void)?
}
