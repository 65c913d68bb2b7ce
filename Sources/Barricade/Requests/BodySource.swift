import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The source of a request's body when its load starts.
enum BodySource {
    /// The body itself, or the reason why it cannot be read.
    case ready(RequestBody)
    /// A stream, which can be read only once.
    case stream(InputStream)

    /// Finds the source in the request.
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
