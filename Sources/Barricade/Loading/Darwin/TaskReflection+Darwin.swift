#if canImport(Darwin)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The values that only Linux hides from a URLProtocol; the session's configuration is unknown
/// here.
enum TaskReflection {
    static func configuration(of task: URLSessionTask) -> URLSessionConfiguration? { nil }
    static func additionalHeaders(of task: URLSessionTask) -> [HTTP.Headers.Field] { [] }
    static func uploadBody(of task: URLSessionUploadTask) -> RequestBody? { nil }
}
#endif
