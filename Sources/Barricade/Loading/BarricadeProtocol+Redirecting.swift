import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What a load does about a response that sends it on.
extension BarricadeProtocol {
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        _ step: LoadStep, body: RequestBody
    ) {
        #if canImport(Darwin)
        // A delegate that refuses is given the response; one that follows has the load stopped.
        step.gate.send([.redirect(next, response)])
        give(response, content, step)
        #else
        // Linux's loader cannot be told of a redirect (it traps), so it is followed here.
        guard step.redirects < Redirection.limit else {
            let userInfo = next.url.map { [NSURLErrorFailingURLErrorKey: $0 as Any] } ?? [:]
            return step.gate.send([.fail(URLError(.httpTooManyRedirects, userInfo: userInfo))])
        }
        let offer = RedirectOffer(
            next: next, response: response, content: content, step: step, body: body)
        step.gate.send([.offer(offer)])
        #endif
    }

    #if !canImport(Darwin)
    /// Asks whether a redirect is to be followed; on the session's work queue, where alone it can
    /// be looked up who is to be asked.
    func consult(_ offer: RedirectOffer) {
        let question = task.flatMap { TaskReflection.redirectQuestion(about: $0) }
        let step = offer.step
        perform(step) { performance in
            var allowed: URLRequest? = offer.next
            if let question {
                allowed = try await performance.watching { try await question.answer(to: offer) }
            }
            guard let allowed else {
                return step.gate.answer(offer.response, offer.content, step)
            }
            step.gate.follow(allowed, offer)
        }
    }

    /// Goes on with the request that a redirect leads to.
    func follow(_ next: URLRequest, _ offer: RedirectOffer) {
        guard load.withLock({ $0.exchange.isOpen }) else { return }
        if let url = next.url { endRecord(.redirected(to: url)) }
        let body = offer.body(of: next)
        proceed(offer.step.following(next, body: body), body: body)
    }
    #endif

    /// Gives a response that leads nowhere, or nowhere any more.
    func answer(
        _ response: HTTPURLResponse, _ content: PreparedResponse.Content, _ step: LoadStep
    ) {
        #if !canImport(Darwin)
        if task is URLSessionDownloadTask {
            return step.gate.send([.fail(BarricadeError.downloadsUnsupported)])
        }
        #endif
        give(response, content, step)
    }
}
