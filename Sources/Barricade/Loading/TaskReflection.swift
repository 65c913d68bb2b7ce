import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reads what Linux's URL loading system keeps from a URLProtocol, by reflection on the task.
///
/// The labels are internals of corelibs (seen up to Swift 6.3.1). Where one is gone the answer is
/// `nil`, which everywhere means "not known here". Apple platforms need none of it: the request
/// itself has the session's header fields there.
enum TaskReflection {
    /// The configuration of the session that the task belongs to.
    static func configuration(of task: URLSessionTask) -> URLSessionConfiguration? {
        #if canImport(FoundationNetworking)
        (value(of: "session", in: task) as? URLSession)?.configuration
        #else
        nil
        #endif
    }

    /// The header fields that the session adds to each of its requests.
    static func additionalHeaders(of task: URLSessionTask) -> [HTTPHeaders.Field] {
        let headers = configuration(of: task)?.httpAdditionalHeaders ?? [:]
        return headers.map { HTTPHeaders.Field("\($0.key)", "\($0.value)") }
            .sorted { $0.name < $1.name }
    }

    #if canImport(FoundationNetworking)
    /// What an upload task sends; `nil` for a stream.
    static func body(of task: URLSessionTask) -> Data? {
        guard let body = value(of: "knownBody", in: task),
            let known = Mirror(reflecting: body).children.first?.value,
            let content = Mirror(reflecting: known).children.first?.value
        else { return nil }
        return switch content {
        case let data as DispatchData: Data(data)
        case let file as URL: try? Data(contentsOf: file)
        default: nil
        }
    }

    private static func value(of label: String, in task: URLSessionTask) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: task)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == label }) {
                // An optional property shows as its content; `as?` unwraps either.
                return child.value
            }
            mirror = current.superclassMirror
        }
        return nil
    }
    #endif
}
