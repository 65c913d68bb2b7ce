#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// The caller of a load: it has made the request, and gets the reply.
///
/// A `URLProtocol` is one, and a connection of a served port another. ``Load`` says on which threads it is used.
package protocol LoadClient: AnyObject {
    /// The request, with the cookies that it is sent with.
    var requestToLoad: URLRequest { get }
    /// The body, if the request does not show it; otherwise `nil`.
    ///
    /// - Throws: What the load fails with if the body is a file that is not there.
    var hiddenBody: RequestBody? { get throws }
    /// Whether the body is that of an upload task.
    var isUpload: Bool { get }
    /// The header fields that are sent but not in the request.
    var additionalHeaders: [HTTP.Headers.Field] { get }
    /// The configuration with the load's time limits and its cookies; `nil` if there is none.
    var sessionConfiguration: URLSessionConfiguration? { get }
    /// Whether it does with a reply what loaders do: it inflates it, and ends with its length; a
    /// server does not, but writes it.
    var isLoader: Bool { get }
    /// Whether another loader can take over the request, and then sends the client the rest.
    var handOver: HandOver { get }

    /// Returns a request and a configuration for the loaders behind the barricade.
    func passing(_ request: URLRequest) -> (URLRequest, URLSessionConfiguration)

    /// Runs a block on the client's queue soon, from any thread.
    func run(_ block: @escaping @Sendable () -> Void)

    // MARK: On the client's queue only

    /// Whether the client takes events now; if not, it calls ``Load/deliver(_:)`` when it does.
    var isRunning: Bool { get }
    /// Whether the client can take a body in pieces.
    var takesPieces: Bool { get }

    /// Returns what the client's owner gets in place of the last event, for the log; usually `nil`.
    func note(on last: LoadEvent) -> String?
    /// Takes an event of the reply.
    func receive(_ event: LoadEvent)
    /// Calls back when the client's owner has taken the earlier events.
    func afterEarlierEvents(_ callBack: @escaping @Sendable () -> Void)
    /// Decides on a redirect, now or later.
    func consider(_ offer: RedirectOffer)
}

/// Whether another loader can take over a request.
package enum HandOver {
    case impossible
    case possible
    /// Only the other loader can complete the request: a download on Linux.
    case required
}
