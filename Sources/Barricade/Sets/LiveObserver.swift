package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// An observer of the replies of real servers on their way to the callers, and of what callers get.
///
/// It is called on the threads that send requests and receive replies, and on the only queue on
/// which clients are called, so it must be quick.
package protocol LiveObserver: AnyObject, Sendable {
    /// Whether it keeps the replies to requests of sets in mode ``ResponseSet/Mode/recording``.
    var isRecorder: Bool { get }

    /// Returns an observation of the reply to a request that is sent now; `nil` if it is of no
    /// interest.
    func observation(of request: LiveRequest) -> (any LiveObservation)?

    /// Handles a part of the reply to a request, before the caller gets it, whether a response set
    /// or a server gives it.
    func receive(_ part: DeliveredPart, of request: LoggedRequest.ID)
}

extension LiveObserver {
    package func receive(_ part: DeliveredPart, of request: LoggedRequest.ID) {}
}

/// A part of a reply.
package enum DeliveredPart: Sendable {
    /// The fields of a canned reply in their order, before its head, which has lost it.
    case fields(HTTP.Headers)
    case head(HTTPURLResponse)
    case data(Data)
}

/// An observation of one reply, which gets each part of it before the caller.
///
/// A redirect is a reply of its own: the request that follows it is another ``LiveRequest``.
package protocol LiveObservation: Sendable {
    /// Handles the status and the header fields; the reply's body is empty.
    func receive(_ head: LiveReply)
    /// Handles a part of the decoded body.
    func receive(_ data: Data)
    /// Handles the end, once; the caller learns of it afterwards.
    func end(_ ending: LiveEnding)
}

/// A request that goes to the real server.
package struct LiveRequest: Sendable {
    package let request: BarricadeRequest
    /// The name of the set that claimed it; `nil` if none did.
    package var set: String?
    /// The mode of that set; `barricaded` if its selected response is live.
    package var mode: ResponseSet.Mode
    /// Its number in the log.
    package let id: Int
}

/// The way in which a reply ended.
package enum LiveEnding: Sendable {
    /// It is complete.
    case finished
    /// The connection failed, perhaps after a part of the reply.
    case failed(any Error)
    /// The caller has cancelled the request.
    case cancelled
}

/// A keeper of the replies to requests that nothing answers, for an unmatched policy.
package protocol MissKeeper: AnyObject, Sendable, CustomStringConvertible {
    /// How to make it keep a reply, for messages.
    var fix: String { get }

    /// Registers what it has kept and will keep, behind all other sets: as registration 0.
    func attach(to barricade: Barricade)

    /// Returns whether one of these sets, which claims a request, has only replies to others.
    func lacksReply(to request: BarricadeRequest, in set: ResponseSet) -> Bool

    /// Returns the observer of a request that is sent now; `nil` if another one for the same reply
    /// is under way.
    func begin(_ request: BarricadeRequest, at barricade: Barricade) -> (any LiveObserver)?

    /// Waits for the end of that other request.
    func wait(for request: BarricadeRequest) async
}
