#if canImport(Darwin)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Linux's URL loading system keeps from a URLProtocol, and Apple's does not: the request itself
/// has the session's header fields and the body, and the session's configuration is not known.
enum TaskReflection {
    static func configuration(of task: URLSessionTask) -> URLSessionConfiguration? { nil }
    static func additionalHeaders(of task: URLSessionTask) -> [HTTP.Headers.Field] { [] }
    static func uploadBody(of task: URLSessionUploadTask) -> RequestBody? { nil }
}
#endif
