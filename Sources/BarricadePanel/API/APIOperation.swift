import Barricade
import BarricadeSurfaces
import Foundation

/// An operation of the API, as `openapi.json` describes it.
struct APIOperation: Sendable {
    /// The name of an operation: its `operationId`.
    enum Name: String {
        case openAPI, state, choices, faults, events
        case addSet, set, changeSet, changeSelections, applyPreset, reset
        case addResponse, response, replaceResponse, removeResponse, responseBody
        case draft, draftFromLog, checkDraft, undo, saveToFolder
        case setConditions, deleteConditions, setUnmatchedPolicy
        case log, clearLog, request, requestBody, replyBody
        case heldRequests, releaseAll, release, wait
    }

    let name: Name
    let method: HTTP.Method
    /// The path below ``PanelAPI/root``: `/sets/{set}`.
    let path: String
    /// The schema of a body whose members the document names; `nil` for other bodies.
    let body: JSONValue?

    private static let document = (try? JSONReader.read(Data(APIDocument.text.utf8))) ?? .null

    /// All operations, sorted by method.
    static let all = (document["paths"]?.object ?? [:]).flatMap { path, methods in
        (methods.object ?? [:]).compactMap { method, described in
            Name(rawValue: described["operationId"]?.string ?? "").map { name in
                let body = described["requestBody"].map(resolved)
                let schema = body?["content"]?["application/json"]?["schema"].map(resolved)
                return APIOperation(
                    name: name, method: HTTP.Method(rawValue: method.uppercased()), path: path,
                    body: schema?["additionalProperties"] == false ? schema : nil)
            }
        }
    }.ordered(by: \.method.rawValue)

    /// Returns the operation of that name, which the document describes.
    static func named(_ name: Name) -> APIOperation {
        guard let operation = all.first(where: { $0.name == name }) else {
            preconditionFailure("openapi.json does not describe \(name)")
        }
        return operation
    }

    /// Returns a part of the document, or the part that it refers to.
    private static func resolved(_ part: JSONValue) -> JSONValue {
        guard let reference = part["$ref"]?.string else { return part }
        return reference.split(separator: "/").dropFirst()
            .reduce(document) { $0[String($1)] ?? .null }
    }
}

extension APIOperation {
    // MARK: Paths

    private var segments: [Substring] { Self.segments(of: path) }

    static func segments(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// Returns the values of the named segments in a decoded path; `nil` if it does not match.
    func values(in path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (wanted, found) in zip(segments, path) {
            if wanted.hasPrefix("{") {
                values[String(wanted.dropFirst().dropLast())] = found
            } else if wanted != found {
                return nil
            }
        }
        return values
    }

    /// Returns the path with values for its named segments, in order.
    func path(with values: [String]) -> String {
        var values = values[...]
        return segments.map { $0.hasPrefix("{") ? values.popFirst() ?? "" : String($0) }
            .joined(separator: "/")
    }

    // MARK: Bodies

    /// Refuses members of a body that the document does not name, and `null` that means nothing.
    static func check(_ value: JSONValue, against schema: JSONValue) throws {
        let schema = resolved(schema)
        for element in value.array ?? [] { try check(element, against: schema["items"] ?? [:]) }
        let known = schema["properties"]?.object ?? [:]
        for (name, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let schema = known[name] ?? schema["additionalProperties"], schema != false else {
                throw Problem(
                    .badRequest, .malformedBody,
                    """
                    The body of the request has a member "\(name.shortened)" that means nothing here.
                    \(NameSuggestion.known(nearestTo: name, among: known.orderedKeys)).
                    """, nearest: NameSuggestion.nearestFirst(to: name, among: known.orderedKeys))
            }
            guard member != .null || schema["type"]?.array?.contains("null") == true else {
                throw Problem(
                    .unprocessableContent, .unacceptableValue,
                    "The member \"\(name.shortened)\" of the body is null; leave it out instead.")
            }
            try check(member, against: schema)
        }
    }
}
