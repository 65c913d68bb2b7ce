#if canImport(Darwin)
import CoreFoundation
import Foundation

// Where this file is only type-checked, on Linux.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state of a load on Apple platforms: none.
struct LoadDriver {}

// The driver of a load on Apple platforms. They start it once, stop it once, even after its end,
// and keep the events of a suspended task.
extension BarricadeProtocol {
    var isRunning: Bool { true }
    var isSuspended: Bool { false }
    var isOver: Bool { true }
    var takesPieces: Bool { true }

    // On Apple platforms, no other loader takes over a task.
    func startNextLoader() -> Bool { false }
    func stopNextLoader(isOver: Bool) {}

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response):
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data), .piece(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .visit(let visit):
            visit()
        case .handOver:
            break
        case .finish:
            client?.urlProtocolDidFinishLoading(self)
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Calls back when the platform has taken the earlier events.
    func afterEarlierEvents(_ callBack: @escaping @Sendable () -> Void) { callBack() }

    /// Makes the platform load another request instead; the platform then stops this load.
    fileprivate func redirect(to next: URLRequest, _ response: HTTPURLResponse) {
        if let url = next.url { endRecord(.redirected(to: url)) }
        client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
    }
}

// A class registered for the whole process is asked about the requests of every session, so those
// that have passed through are marked.
extension URLRequest {
    /// Returns the request for the loaders behind a barricade.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest {
        guard let copy = (self as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
            return self
        }
        URLProtocol.setProperty(true, forKey: Self.key(of: loadClass), in: copy)
        return copy as URLRequest
    }

    /// Returns whether the request has already passed through a barricade.
    func hasPassed(_ loadClass: BarricadeProtocol.Type) -> Bool {
        URLProtocol.property(forKey: Self.key(of: loadClass), in: self) != nil
    }

    private static func key(of loadClass: BarricadeProtocol.Type) -> String {
        "Barricade.hasPassed.\(UInt(bitPattern: ObjectIdentifier(loadClass)))"
    }
}

// The steps of a load that differ on Apple platforms.
extension Load {
    var requestToLoad: URLRequest { loader.request }

    /// The request itself has the header fields that its session adds.
    var additionalHeaders: Deferred<[HTTP.Headers.Field]>? { nil }

    /// Does nothing: every task can get a response.
    func checkDeliverable() throws {}

    /// Does nothing: Apple platforms hide the task's delegate.
    func tellSent(_ part: Range<Int>, of total: Int) {}

    /// Reports a redirect to the platform, which asks the delegate.
    ///
    /// The next request must have the cookies of this response. If the delegate refuses the
    /// redirect, it gets the response; if it follows, the load stops.
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        body: RequestBody
    ) throws -> [LoadEvent] {
        if next.httpBodyStream != nil {
            throw BarricadeError.bodyLost("the server redirected it after its stream was sent")
        }
        let jar = content.cookies.isEmpty ? nil : CookieJar(loader.sessionConfiguration)
        return inBackground { [self] in
            jar?.store(content.cookies, from: request)
            send([.visit { self.loader.redirect(to: next, response) }])
            return try give(response, content, storesCookies: false)
        }
    }

    /// Lets a request pass through to the loader behind the barricade, in the library's own
    /// session.
    func passThrough(body: RequestBody) throws -> [LoadEvent] {
        try passThroughSession()
    }

    /// Whether a request that passes through keeps its body's stream unread.
    var leavesStreamAlone: Bool { true }
}

extension UserTask {
    /// Cancels a handler or a stream of a request that has ended.
    @Sendable func loadEnded() { stop() }
}

extension URLSessionConfiguration {
    /// Whether its sessions may add header fields that a request does not show.
    var mayAddHeaders: Bool { false }

    /// An ephemeral configuration for a barricade, which removes its URL cache.
    static var ephemeralForBarricade: URLSessionConfiguration { ephemeral }
}

/// The values that only Linux hides from a URLProtocol; the session's configuration is unknown
/// here.
enum TaskReflection {
    static func configuration(of task: URLSessionTask) -> URLSessionConfiguration? { nil }
    static func uploadBody(of task: URLSessionUploadTask) -> RequestBody? { nil }
}

/// The run loop on which a load's client may be called: the one that called `startLoading`, in its
/// mode.
struct ClientQueue: @unchecked Sendable {
    // Unchecked because a run loop is not Sendable; it takes blocks and wake-ups from any thread.
    private let loop: CFRunLoop
    private let mode: CFRunLoopMode

    /// Finds the run loop; call it on the thread that starts the load.
    init?() {
        guard let loop = CFRunLoopGetCurrent() else { return nil }
        self.loop = loop
        mode = CFRunLoopCopyCurrentMode(loop) ?? .defaultMode
    }

    /// Runs a block there soon, from any thread.
    func run(for task: URLSessionTask?, _ block: @escaping @Sendable () -> Void) {
        CFRunLoopPerformBlock(loop, mode.rawValue, block)
        CFRunLoopWakeUp(loop)
    }
}
#endif
