import Foundation

/// The JSON of a request to a resource.
struct ResourceBody {
    let json: JSONValue
    /// The bytes as they came; `nil` for JSON that was made here.
    let data: Data?

    init(_ json: JSONValue) {
        self.json = json
        data = nil
    }

    /// Reads the body of a request: 415 where it says that it is something else, 400 where it is.
    init(_ request: BarricadeRequest, isPatch: Bool = false) throws {
        try Self.checkContentType(of: request, isPatch: isPatch)
        if case .none = request.body {
            throw ResourceProblem.badRequest("The request has no body.")
        }
        let data = try request.bytes()
        do {
            json = try request.json()
        } catch {
            throw ResourceProblem.badRequest("The \(error.message).")
        }
        self.data = data
    }

    /// Returns the body with a member added; one that is no object stays as it is.
    func adding(_ value: JSONValue, as key: String) -> ResourceBody {
        guard case .object(var members) = json else { return self }
        members[key] = value
        return ResourceBody(.object(members))
    }

    private static func checkContentType(of request: BarricadeRequest, isPatch: Bool) throws {
        let name = request.contentType?.name
        let accepted = isPatch ? [mergePatch, MediaType.json] : [MediaType.json]
        if let name, accepted.contains(name) || isOtherJSON(name) { return }
        // Not taken for JSON where there is none: a real server sees the type of a form then, which
        // the URL loading system puts in.
        let found = name.map { "Content-Type is \($0)" } ?? "The request has no Content-Type"
        throw ResourceProblem(
            status: .unsupportedMediaType,
            detail: "\(found), expected \(accepted.joined(separator: " or ")).",
            headers: isPatch ? ["Accept-Patch": accepted.joined(separator: ", ")] : [:])
    }

    /// Whether a type is JSON of some kind, such as `application/vnd.example+json`, but no patch.
    private static func isOtherJSON(_ name: String) -> Bool {
        name.hasSuffix("+json") && name != mergePatch && name != "application/json-patch+json"
    }

    private static let mergePatch = "application/merge-patch+json"
}
