public import Foundation

/// The body of a request, from any source.
///
/// A body is read once, from `httpBody`, a stream, or an upload task. A body that the platform
/// hides is ``unreadable(_:)``, never empty.
public enum RequestBody: Sendable, Equatable {
    /// No body; empty data is a body.
    case none
    /// The whole body.
    case data(Data)
    /// The beginning of a body that is longer than the request log's limit.
    case truncated(Data, size: Int)
    /// A body, or possible body, that cannot be read, with the reason.
    case unreadable(String)

    /// The available bytes; `nil` if there is no body, or it cannot be read.
    public var data: Data? {
        switch self {
        case .data(let data), .truncated(let data, _): data
        case .none, .unreadable: nil
        }
    }

    /// The message of reading a missing body.
    static let absence = "request has no body"

}

extension RequestBody: CustomStringConvertible {
    /// The size, never the content: `17 bytes`.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): data.count == 1 ? "1 byte" : "\(data.count) bytes"
        case .truncated(let data, let size): "\(data.count) of \(size) bytes"
        case .unreadable(let reason): "not readable: \(reason)"
        }
    }
}

/// A body with its parsed content, cached when a matcher first needs it.
final class BodyContent: Sendable {
    struct Cache {
        var json: Result<JSONValue, JSONReader.Fault>?
        var form: Result<[URLQueryItem], Never>?
        var multipart: Result<[HTTP.MultipartPart], BarricadeError>?
        var graphQLOperationNames: Result<[String], BarricadeError>?
    }

    let body: RequestBody
    private let cache = Locked(Cache())

    /// The shared content of all requests without a body.
    static let none = BodyContent(.none)

    init(_ body: RequestBody) {
        self.body = body
    }

    /// Returns a part of the cache, read at first use.
    func kept<Value: Sendable, Failure: Error>(
        _ part: WritableKeyPath<Cache, Result<Value, Failure>?>, _ read: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let known = cache.withLock({ $0[keyPath: part] }) { return try known.get() }
        let result = Result(catching: read)
        cache.withLock { $0[keyPath: part] = result }
        return try result.get()
    }
}
