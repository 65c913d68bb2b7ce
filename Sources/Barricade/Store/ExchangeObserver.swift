package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An observer of one exchange, which a ``Plugin`` makes when the request is decided.
///
/// It is called on the threads that send requests and receive replies, and on the only queue on
/// which clients are called, so it must be quick.
package protocol ExchangeObserver: AnyObject, Sendable {
    func handle(_ event: ExchangeEvent)
}

/// An event of an exchange.
///
/// A redirect by a real server is a reply of its own: the request that follows it is another
/// exchange.
package enum ExchangeEvent: Sendable {
    /// The request goes to the real server.
    case sent
    /// A part of the real server's reply came; a set may change it before the caller gets it.
    case came(ReplyPart)
    /// The real server's reply has ended; the caller learns of it afterwards.
    case ended(ReplyEnding)
    /// A part of the reply goes to the caller, whether a set or a server gives it.
    case delivered(ReplyPart)
}

/// A part of a reply.
package enum ReplyPart: Sendable {
    case head(ReplyHead)
    /// A part of the body, decoded.
    case data(Data)
}

/// The status and the header fields of a reply.
package struct ReplyHead: Sendable {
    package let status: HTTP.Status
    /// The fields of a canned reply in their order; a real server's by name, and without those about
    /// the body's encoding in transfer.
    package let headers: HTTP.Headers

    init(canned status: HTTP.Status, _ headers: HTTP.Headers) {
        (self.status, self.headers) = (status, headers)
    }

    /// Makes the head of a real server's response to a request with this method.
    init(_ response: HTTPURLResponse, to method: HTTP.Method) {
        let reply = LiveReply(response, Data(), to: method)
        (status, headers) = (reply.status, reply.headers)
    }
}

/// The way in which a reply ended.
package enum ReplyEnding: Sendable {
    /// It is complete.
    case finished
    /// The connection failed, perhaps after a part of the reply.
    case failed(any Error)
    /// The caller has cancelled the request.
    case cancelled
}

/// A request that has been decided.
package struct DecidedRequest: Sendable {
    package let request: BarricadeRequest
    /// Its number in the log.
    package let id: Int
    /// The name of the set that claimed it; `nil` if none did.
    package let set: String?
    /// The mode of that set; `barricaded` if its selected response is live.
    package let mode: ResponseSet.Mode
}

/// The extent to which a plugin observes exchanges.
package enum ObservationLevel: Sendable {
    /// It observes nothing.
    case none
    /// It observes what callers get and what real servers send.
    ///
    /// So requests pass through the library's own session on every platform.
    case replies
    /// It also keeps the replies to requests of sets in mode ``ResponseSet/Mode/recording``.
    case recording
}
