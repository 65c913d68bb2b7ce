import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What a load does about a response that sends it on, and one that sets cookies.
extension BarricadeProtocol {
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        _ step: LoadStep, body: RequestBody
    ) {
        #if canImport(Darwin)
        // The next request is to have the cookies of this response. A delegate that refuses it is
        // given the response; one that follows has the load stopped.
        let jar = content.cookies.isEmpty ? nil : cookieJar
        perform(step) { performance in
            jar?.store(content.cookies, from: step.request)
            performance.send([.redirect(next, response)])
            step.gate.answer(response, content.withoutCookies, step)
        }
        #else
        // Linux's loader cannot be told of a redirect (it traps), so it is followed here.
        guard step.redirects < Redirection.limit else {
            let userInfo = next.url.map { [NSURLErrorFailingURLErrorKey: $0 as Any] } ?? [:]
            return step.gate.send([.fail(URLError(.httpTooManyRedirects, userInfo: userInfo))])
        }
        let offer = RedirectOffer(
            next: next, response: response, content: content, step: step, body: body)
        step.gate.send([.callBack { $0.consult(offer) }])
        #endif
    }

    #if !canImport(Darwin)
    /// Asks whether a redirect is to be followed; on the session's work queue, where alone it can
    /// be looked up who is to be asked.
    func consult(_ offer: RedirectOffer) {
        let question = task.flatMap { TaskReflection.redirectQuestion(about: $0) }
        let jar = cookieJar
        let step = offer.step
        perform(step) { performance in
            let names = jar?.names(for: step.request) ?? []
            jar?.store(offer.content.cookies, from: step.request)
            var allowed: URLRequest? = offer.next
            if let question {
                allowed = try await performance.watching { try await question.answer(to: offer) }
            }
            guard let allowed else {
                return step.gate.answer(offer.response, offer.content.withoutCookies, step)
            }
            let jar = offer.isGivenCookies(allowed) ? nil : jar
            let next = jar?.following(allowed, after: step.request, names) ?? allowed
            step.gate.follow(next, offer)
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

    /// Gives a response once its cookies are stored.
    ///
    /// They are stored in a task of its own: a storage may write a file, for which the place where
    /// loads start must not wait.
    func answer(
        _ response: HTTPURLResponse, _ content: PreparedResponse.Content, _ step: LoadStep
    ) {
        #if !canImport(Darwin)
        if task is URLSessionDownloadTask {
            return step.gate.send([.fail(BarricadeError.downloadsUnsupported)])
        }
        #endif
        if !content.cookies.isEmpty, let jar = cookieJar {
            return perform(step) { _ in
                jar.store(content.cookies, from: step.request)
                step.gate.answer(response, content.withoutCookies, step)
            }
        }
        give(Delivery(response: response, content: content, step: step))
    }

    /// The cookies of the task's session; looked for only where some are at stake.
    private var cookieJar: CookieJar? { CookieJar(sessionConfiguration) }

    #if !canImport(Darwin)
    /// The load's request, without cookies that are not for its URL.
    ///
    /// Linux puts all those of the host in when the task is made.
    var requestWithItsCookies: URLRequest {
        guard request.allHTTPHeaderFields?["Cookie"] != nil, let jar = cookieJar else {
            return request
        }
        return jar.correcting(request)
    }
    #endif
}
