#if canImport(Darwin)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a load has to remember on Apple platforms: nothing.
struct LoadDriver {}

// How Apple platforms drive a load. They start it once, stop it once, also after its end, and keep
// what a suspended task is told.
extension BarricadeProtocol {
    static func accepts(_ request: URLRequest) -> Bool {
        !request.hasPassed(self) && claims(request)
    }

    var isRunning: Bool { true }

    var reasonToStop: StopReason? { .end }

    // No load is handed over here.
    func forwardStart() {}
    func forwardStop() {}

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response):
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data), .piece(let data):
            client?.urlProtocol(self, didLoad: data)
        case .mark(let callBack):
            callBack()
        case .visit(let visit):
            visit(self)
        case .redirect(let next, let response):
            client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
        case .handOver:
            break
        case .finish:
            client?.urlProtocolDidFinishLoading(self)
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }
}
#endif
