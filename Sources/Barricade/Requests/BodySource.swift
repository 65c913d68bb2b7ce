import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where a request's body comes from when its load starts.
enum BodySource {
    /// It is at hand, or known not to be.
    case ready(RequestBody)
    /// It has to be read from a stream, which can be done once.
    case stream(InputStream)

    /// Finds it on the request.
    init(_ request: URLRequest) {
        if let data = request.httpBody {
            self = .ready(.data(data))
        } else if let stream = request.httpBodyStream {
            self = .stream(stream)
        } else {
            self = .ready(.none)
        }
    }
}
