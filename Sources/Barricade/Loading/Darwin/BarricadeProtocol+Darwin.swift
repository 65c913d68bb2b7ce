#if canImport(Darwin)
import CoreFoundation
import Foundation

// Where this file is only type-checked, on Linux.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state of a load on Apple platforms: the run loop on which its client may be called, in the
/// mode in which the load is started.
struct LoadDriver {
    private var loop: CFRunLoop?
    private var mode = CFRunLoopMode.defaultMode

    /// `nil`: Apple platforms do not show the session's configuration.
    var sessionConfiguration: URLSessionConfiguration? { nil }

    /// Finds the run loop, before any other thread needs it; call it on the thread that starts the
    /// load.
    mutating func start() {
        loop = CFRunLoopGetCurrent()
        mode = CFRunLoopCopyCurrentMode(loop) ?? .defaultMode
    }

    func run(_ block: @escaping @Sendable () -> Void) {
        CFRunLoopPerformBlock(loop, mode.rawValue, block)
        CFRunLoopWakeUp(loop)
    }
}

// The client of a load on Apple platforms. They start it once, stop it once, even after its end,
// and keep the events of a suspended task.
extension BarricadeProtocol {
    var isRunning: Bool { true }
    var isSuspended: Bool { false }
    var isOver: Bool { true }
    var takesPieces: Bool { true }

    // On Apple platforms, no other loader takes over a task.
    func resumeNextLoader() -> Bool { false }
    func stopNextLoader(isOver: Bool) {}
    func postponeStart() -> Bool { false }

    var requestToLoad: URLRequest { request }
    /// `nil`: the request itself shows its body, and the fields that its session adds.
    var hiddenBody: RequestBody? { nil }
    var additionalHeaders: [HTTP.Headers.Field] { [] }
    var handOver: HandOver { .impossible }

    func run(_ block: @escaping @Sendable () -> Void) { driver.run(block) }

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response, _):
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data), .piece(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .sent, .perform, .handOver:
            // They hide the task's delegate, so nobody can be told what is sent.
            break
        case .finish:
            client?.urlProtocolDidFinishLoading(self)
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Calls back when the platform has taken the earlier events.
    func afterEarlierEvents(_ callBack: @escaping @Sendable () -> Void) { callBack() }

    /// Makes the platform load another request instead, unless the task's delegate refuses.
    ///
    /// The platform then stops this load, or else it wants the response.
    func consider(_ offer: RedirectOffer) {
        offer.leave {
            client?.urlProtocol(self, wasRedirectedTo: $0, redirectResponse: $1)
        }
    }
}

extension Redirection {
    /// Apple's loader sends the field with no redirect, not even to the same origin.
    static let keepsAuthorization = false
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

/// The rules of the platform that concern more than a load's client.
enum LoadingPlatform {
    /// Whether the user's code for a request that has ended is cancelled.
    static let cancelsUserCode = true
    /// Whether a real server's challenge comes after its body.
    static let challengesAfterReply = false
    /// Whether a delegate that is blocked keeps the loader from reading more from a server.
    static let blockingHoldsBackServer = true
}

extension URLSessionConfiguration {
    /// An ephemeral configuration for a barricade, which removes its URL cache.
    static var ephemeralForBarricade: URLSessionConfiguration { ephemeral }
}
#endif
