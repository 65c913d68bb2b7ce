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
    /// The schema of its body; `nil` if the folder's reader checks that, which reads more.
    private let body: JSONValue?
    /// The schemas of the items of the query, by their names.
    private var query: [String: JSONValue] = [:]

    private static let document = (try? JSONReader.read(Data(APIDocument.text.utf8))) ?? .null

    /// All operations, sorted by method.
    static let all = (document["paths"]?.object ?? [:]).flatMap { path, methods in
        (methods.object ?? [:]).compactMap { APIOperation($0.uppercased(), path, $1) }
    }.ordered(by: \.method.rawValue)

    private init?(_ method: String, _ path: String, _ described: JSONValue) {
        guard let name = Name(rawValue: described["operationId"]?.string ?? "") else { return nil }
        (self.name, self.method, self.path) = (name, HTTP.Method(method), path)
        let body = described["requestBody"].map(Self.resolved)
        let isManifest = [.addSet, .addResponse, .replaceResponse].contains(name)
        self.body = isManifest ? nil : body?["content"]?["application/json"]?["schema"]
        for item in (described["parameters"]?.array ?? []).map(Self.resolved)
        where item["in"] == "query" {
            query[item["name"]?.string ?? ""] = item["schema"]
        }
    }

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
            if wanted.hasPrefix("{") { values[String(wanted.dropFirst().dropLast())] = found }
            guard wanted == found || wanted.hasPrefix("{") else { return nil }
        }
        return values
    }

    /// Returns the path with values for its named segments, in order.
    func path(with values: [String]) -> String {
        var values = values[...]
        return segments.map { $0.hasPrefix("{") ? values.popFirst() ?? "" : String($0) }
            .joined(separator: "/")
    }

    // MARK: Checking

    /// Refuses a request with a value that the document does not allow.
    ///
    /// The types of members are left to those who decode them.
    func check(_ request: APIRequest) throws {
        for (name, schema) in query.sorted(by: { $0.key < $1.key }) {
            guard let text = request.query[name] else { continue }
            if let allowed = schema["enum"]?.array {
                _ = try allowed.compactMap(\.string)
                    .element(named: text, "value of \"\(name)\"", by: \.self)
            }
            let isNumber = schema["type"] == "integer"
            let isAllowed =
                isNumber
                ? Int(text).map { Self.isWithin(schema, Double($0)) } ?? false
                : schema["pattern"] == nil || text.utf8.allSatisfy(\.isTokenByte)
            if isAllowed { continue }
            let wanted = isNumber ? Self.range(schema) : "an identifier"
            throw Problem(
                "The query item \"\(name)\" wants \(wanted), got \"\(text.shortened)\".")
        }
        guard let body else { return }
        let value = try request.value()
        // Which says what it is instead.
        if value.object == nil { _ = try request.body(as: [String: JSONValue].self) }
        try Self.check(value, body)
    }

    /// Refuses members that the document does not name, lacks and bounds, and `null` that means
    /// nothing.
    private static func check(
        _ value: JSONValue, _ schema: JSONValue, at steps: [JSONPath.Step] = []
    ) throws {
        let schema = resolved(schema)
        for element in value.array ?? [] { try check(element, schema["items"] ?? [:], at: steps) }
        guard let members = value.object else { return }
        let known = schema["properties"]?.object ?? [:]
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            let schema = (known[name] ?? schema["additionalProperties"]).map(resolved)
            guard let schema, schema != false else {
                throw Problem.malformed(
                    """
                    The body of the request has a member "\(name.shortened)" that means nothing here.
                    \(NameSuggestion.known(nearestTo: name, among: known.orderedKeys)).
                    """, nearest: NameSuggestion.nearestFirst(to: name, among: known.orderedKeys))
            }
            let subject = "The member \"\(name.shortened)\" of the body"
            guard member != .null || schema["type"]?.array?.contains("null") == true else {
                throw Problem("\(subject) is null; leave it out instead.")
            }
            guard member.double.map({ isWithin(schema, $0) }) ?? true else {
                throw Problem("\(subject) wants \(range(schema)), got \(member).")
            }
            try check(member, schema, at: steps + [.key(name)])
        }
        for case .string(let name) in schema["required"]?.array ?? [] where members[name] == nil {
            throw Problem.malformed("\(JSONPath(steps: steps + [.key(name)])) is missing.")
        }
        if members.count > schema["maxProperties"]?.int ?? .max {
            let names = known.orderedKeys.map { "\"\($0)\"" }.joined(separator: ", ")
            throw Problem("The body of the request takes only one of \(names).")
        }
    }

    private static func isWithin(_ schema: JSONValue, _ number: Double) -> Bool {
        number >= schema["minimum"]?.double ?? number
            && number <= schema["maximum"]?.double ?? number
    }

    /// The numbers that a schema allows: `a number from 0 to 600`.
    private static func range(_ schema: JSONValue) -> String {
        let kind = schema["type"] == "integer" ? "a whole number" : "a number"
        return "\(kind) from \(schema["minimum"] ?? 0) to \(schema["maximum"] ?? .integer(.max))"
    }
}
