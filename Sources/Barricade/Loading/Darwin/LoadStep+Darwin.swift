#if canImport(Darwin)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Load {
    var requestToLoad: URLRequest { loader.request }

    /// The task's delegate is not known here.
    func tellSent(_ part: Range<Int>, of total: Int) {}
}

extension URLSessionConfiguration {
    /// Whether its sessions may add header fields that a request does not show.
    var mayAddHeaders: Bool { false }
}

// What Apple platforms do otherwise on the way to an answer.
extension LoadStep {
    /// The request itself has what its session adds.
    var additionalHeaders: DeferredHeaders? { nil }

    /// Every task can be given a response.
    var undeliverable: BarricadeError? { nil }

    func sendLarge(
        _ part: FilePart, _ response: HTTPURLResponse, _ content: PreparedResponse.Content
    ) {
        sendOverTime(response, content)
    }

    /// Tells the platform of a redirect, which asks the delegate.
    ///
    /// The next request is to have the cookies of this response. A delegate that refuses it is given
    /// the response; one that follows has the load stopped.
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        body: RequestBody
    ) {
        if next.httpBodyStream != nil {
            return load.fail(
                BarricadeError.bodyLost("the server redirected it after its stream was sent"))
        }
        let jar = content.cookies.isEmpty ? nil : CookieJar(load.sessionConfiguration)
        load.inBackground {
            jar?.store(content.cookies, from: request)
            load.send([.redirect(next, response)])
            give(response, content.withoutCookies)
        }
    }

    /// Lets a request go to whoever stands behind the barricade, in a session of the library's.
    func passThrough(body: RequestBody) {
        passThroughSession()
    }

    /// Whether a request that is let through keeps its body's stream unread.
    var leavesStreamAlone: Bool { true }
}
#endif
