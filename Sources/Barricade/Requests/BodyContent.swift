import Foundation

/// A body with its parsed content, cached when a matcher first needs it.
final class BodyContent: Sendable {
    private struct Cache {
        var json: Result<JSONValue, JSONReader.Fault>?
        var form: [URLQueryItem]?
        var multipart: Result<[HTTP.MultipartPart], BarricadeError>?
        var graphQLOperationNames: Result<[String], BarricadeError>?
    }

    package let body: RequestBody
    private let cache = Locked(Cache())

    /// The shared content of all requests without a body.
    static let none = BodyContent(.none)

    init(_ body: RequestBody) {
        self.body = body
    }

    /// Returns the JSON in this body's data.
    package func json(in data: Data) -> Result<JSONValue, JSONReader.Fault> {
        kept(\.json) {
            Result { () throws(JSONReader.Fault) in try JSONReader.read(data) }
        }
    }

    /// Returns the form fields in this body's data.
    func form(in data: Data) -> [URLQueryItem] {
        kept(\.form) { FormFields.read(data) }
    }

    /// Returns the parts of the multipart form in this body's data.
    func multipart(in data: Data, boundary: String) -> Result<[HTTP.MultipartPart], BarricadeError>
    {
        kept(\.multipart) {
            Result { () throws(BarricadeError) in
                try HTTP.MultipartPart.read(data, boundary: boundary)
            }
        }
    }

    /// Returns the names of the GraphQL operations in this body.
    func graphQLOperationNames(
        _ read: () -> Result<[String], BarricadeError>
    ) -> Result<[String], BarricadeError> {
        kept(\.graphQLOperationNames, read)
    }

    private func kept<Value: Sendable>(
        _ part: WritableKeyPath<Cache, Value?>, _ read: () -> Value
    ) -> Value {
        if let value = cache.withLock({ $0[keyPath: part] }) { return value }
        let value = read()
        cache.withLock { $0[keyPath: part] = value }
        return value
    }
}
