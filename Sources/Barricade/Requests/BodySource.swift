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

    init(_ request: URLRequest, of task: URLSessionTask?) {
        if let upload = task as? URLSessionUploadTask,
            let body = TaskReflection.uploadBody(of: upload)
        {
            self = .ready(body)
        } else if let data = request.httpBody {
            self = .ready(.data(data))
        } else if let stream = request.httpBodyStream {
            self = .stream(stream)
        } else {
            self = .ready(.none)
        }
    }
}
