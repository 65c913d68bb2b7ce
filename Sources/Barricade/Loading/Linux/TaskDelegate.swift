#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The delegate that a task has, asked and told what a URLProtocol's client cannot pass on here.
struct TaskDelegate: Sendable {
    let session: URLSession
    let task: URLSessionTask
    let delegate: any URLSessionTaskDelegate

    /// Asks whether a redirect is to be followed, unless the reply is cancelled by then.
    func ask(about offer: RedirectOffer, _ reply: RedirectReply) {
        session.delegateQueue.addOperation {
            guard reply.isAwaited else { return }
            delegate.urlSession(
                session, task: task, willPerformHTTPRedirection: offer.response,
                newRequest: offer.next, completionHandler: reply.give)
        }
    }

    /// Tells it of a part of the request's body that has been sent.
    func tellSent(_ part: Range<Int>, of total: Int) {
        session.delegateQueue.addOperation {
            delegate.urlSession(
                session, task: task, didSendBodyData: Int64(part.count),
                totalBytesSent: Int64(part.upperBound), totalBytesExpectedToSend: Int64(total))
        }
    }
}
#endif
