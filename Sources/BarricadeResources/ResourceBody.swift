import Barricade
import Foundation

/// The JSON of a request to a resource.
struct ResourceBody {
    let json: JSONValue
    /// The bytes received; `nil` for JSON made here.
    let data: Data?

    init(_ json: JSONValue) {
        self.json = json
        data = nil
    }

    /// Reads a request's body; fails with 415 if the content type is not JSON, with 400 if the body
    /// is not.
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

    /// Returns the body with a member added; a body that is not an object stays the same.
    func adding(_ value: JSONValue, as key: String) -> ResourceBody {
        guard var members = json.object else { return self }
        members[key] = value
        return ResourceBody(.object(members))
    }

    private static func checkContentType(of request: BarricadeRequest, isPatch: Bool) throws {
        let name = request.contentType?.name
        let accepted = isPatch ? [mergePatch, MediaType.json] : [MediaType.json]
        if let name, accepted.contains(name) || isOtherJSON(name) { return }
        // A missing content type does not mean JSON: the URL loading system would send the type of
        // a form to a real server.
        let found = name.map { "Content-Type is \($0)" } ?? "The request has no Content-Type"
        throw ResourceProblem(
            status: 415,
            detail: "\(found), expected \(accepted.joined(separator: " or ")).",
            headers: isPatch ? ["Accept-Patch": accepted.joined(separator: ", ")] : [:])
    }

    /// Returns whether a type is some JSON, such as `application/vnd.example+json`, but not a
    /// patch.
    private static func isOtherJSON(_ name: String) -> Bool {
        name.hasSuffix("+json") && name != mergePatch && name != "application/json-patch+json"
    }

    private static let mergePatch = "application/merge-patch+json"
}

extension JSONValue {
    /// Returns the value with a merge patch applied (RFC 7396, section 2).
    ///
    /// Members of the patch replace those of the value; nested objects merge in the same way. A
    /// `null` removes a member. A patch that is not an object replaces the whole value.
    func merged(with patch: JSONValue) -> JSONValue {
        guard let changes = patch.object else { return patch }
        var members = object ?? [:]
        for (key, change) in changes {
            if change == .null {
                members.removeValue(forKey: key)
            } else {
                members[key] = (members[key] ?? .null).merged(with: change)
            }
        }
        return .object(members)
    }
}
