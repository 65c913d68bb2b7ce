#if canImport(Darwin)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state of a load on Apple platforms: none.
struct LoadDriver {}

// The driver of a load on Apple platforms. They start it once, stop it once, even after its end,
// and keep the events of a suspended task.
extension BarricadeProtocol {
    static func accepts(_ request: URLRequest) -> Bool {
        !request.hasPassed(self) && claims(request)
    }

    var isRunning: Bool { true }

    var reasonToStop: StopReason? { .end }

    // Apple platforms hand over no load.
    func forwardStart() {}
    func forwardStop() {}

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
