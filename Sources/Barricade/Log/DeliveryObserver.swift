package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// An observer of the replies that callers get, whether a response set or a server gives them.
///
/// It is called on the only queue on which clients are called, so it must be quick.
package protocol DeliveryObserver: AnyObject, Sendable {
    /// Handles a part of the reply to a request, before the caller gets it.
    func receive(_ part: DeliveredPart, of request: LoggedRequest.ID)
}

/// A part of a reply.
package enum DeliveredPart: Sendable {
    /// The fields of a canned reply in their order, before its head, which has lost it.
    case fields(HTTP.Headers)
    case head(HTTPURLResponse)
    case data(Data)
}
