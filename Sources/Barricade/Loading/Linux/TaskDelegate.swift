#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// A task's delegate, for calls that a URLProtocol's client cannot forward on Linux.
struct TaskDelegate: Sendable {
    let session: URLSession
    let task: URLSessionTask
    let delegate: any URLSessionTaskDelegate

    /// Asks whether to follow a redirect, unless the reply is cancelled by then.
    func ask(about offer: RedirectOffer, _ reply: RedirectReply) {
        session.delegateQueue.addOperation {
            guard reply.isAwaited else { return }
            delegate.urlSession(
                session, task: task, willPerformHTTPRedirection: offer.response,
                newRequest: offer.next, completionHandler: reply.give)
        }
    }

    /// Reports a sent part of the request's body.
    func tellSent(_ part: Range<Int>, of total: Int) {
        session.delegateQueue.addOperation {
            delegate.urlSession(
                session, task: task, didSendBodyData: Int64(part.count),
                totalBytesSent: Int64(part.upperBound), totalBytesExpectedToSend: Int64(total))
        }
    }
}
#endif
