#if canImport(Darwin)
import CoreFoundation
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state of a load on Apple platforms: none.
struct LoadDriver {}

/// What only Apple platforms can do with a load.
enum PlatformEvent: Sendable {
    /// Load another request instead, which then stops this load.
    case redirect(URLRequest, HTTPURLResponse)

    var ending: LoadEvent.Ending? { nil }
}

// The driver of a load on Apple platforms. They start it once, stop it once, even after its end,
// and keep the events of a suspended task.
extension BarricadeProtocol {
    static func accepts(_ request: URLRequest) -> Bool {
        !request.hasPassed(self) && claims(request)
    }

    var isRunning: Bool { true }

    var reasonToStop: StopReason? { .end }

    // Apple platforms hand over no load.
    func startNextLoader() -> Bool { false }
    func stopNextLoader(for reason: StopReason) {}

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response):
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data), .piece(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .mark(let callBack):
            callBack()
        case .visit(let visit):
            visit(self)
        case .special(.redirect(let next, let response)):
            if let url = next.url { endRecord(.redirected(to: url)) }
            client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
        case .finish:
            client?.urlProtocolDidFinishLoading(self)
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }
}

/// The run loop on which a load's client may be called: the one that called `startLoading`, in its
/// mode.
struct ClientQueue: @unchecked Sendable {
    // Unchecked because a run loop is not Sendable; it takes blocks and wake-ups from any thread.
    private let loop: CFRunLoop
    private let mode: CFRunLoopMode

    /// Finds it, on the thread that starts the load.
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
#endif
