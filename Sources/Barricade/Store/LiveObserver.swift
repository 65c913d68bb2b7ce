package import Foundation

/// An observer of the replies of real servers, on their way to the callers.
///
/// It is called on the threads that send requests and receive replies, so it must be quick.
package protocol LiveObserver: AnyObject, Sendable {
    /// Whether it keeps the replies to requests of sets in mode ``ResponseSet/Mode/recording``.
    var isRecorder: Bool { get }

    /// Returns an observation of the reply to a request that is sent now; `nil` if it is of no
    /// interest.
    func observation(of request: LiveRequest) -> (any LiveObservation)?

    /// The numbers of the requests whose replies it can still keep; usually none.
    var keepableReplies: Set<Int> { get }

    /// Keeps the reply to a request, if it can.
    func keepReply(to request: Int)
}

extension LiveObserver {
    package var keepableReplies: Set<Int> { [] }
    package func keepReply(to request: Int) {}
}

extension Routing {
    /// The numbers of the requests whose replies an observer can still keep; usually none.
    package var keepableReplies: Set<Int> {
        observers.reduce(into: []) { $0.formUnion($1.keepableReplies) }
    }
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
    package let set: String?
    /// The mode of that set; `barricaded` if its selected response is live.
    package let mode: ResponseSet.Mode
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
extension Barricade {
    /// Makes an observer see the replies of real servers to requests that start from now on.
    ///
    /// - Returns: The observer's registration, which ends when it is released.
    package func observe(with observer: any LiveObserver) -> LiveObserverPlace {
        store.update { $0.routing.observers.append(observer) }
        return LiveObserverPlace { [weak self, weak observer] in
            self?.store.update { $0.routing.observers.removeAll { $0 === observer } }
        }
    }
}

/// The registration of an observer at a barricade, which ends when it is released.
package final class LiveObserverPlace: Sendable {
    private let leave: @Sendable () -> Void

    fileprivate init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit {
        leave()
    }
}
