package import Barricade
import BarricadeCommon
import Foundation

/// A clause of a matcher in a manifest: `"POST /login"`, or an object with one condition.
struct ClauseEntry: ManifestEntry {
    /// The clause to write.
    private var clause: (any Clause)?
    /// Makes the matcher of a clause, after the keys beside it are read.
    private var matcher: (@Sendable (ClauseEntry) -> RequestMatcher)?
    // The keys beside those of some kinds.
    private var subject: RequestMatcher.RegexSubject?
    private var arrays: RequestMatcher.ArrayOrder?
    private var fileName: String?
    private var contentType: String?
    private var data: Data?

    init() {}

    /// The advice on a key that is a method.
    private static func endpoint(_ method: String) -> String {
        #""\#(method) /login", with more clauses in "all""#
    }

    static let object: ManifestObject<ClauseEntry> = ManifestObject(
        "a clause",
        rules: [
            .one(
                [
                    "all", "either", "not", "method", "scheme", "host", "port", "trailingSlash",
                    "pathExtension", "query", "queryExactly", "header", "url", "regex", "graphQL",
                    "body", "json", "jsonExactly", "form", "formExactly", "part", "multipart",
                ], advice: #"write a clause for each in "all""#),
            .needs("on", oneOf: ["regex"]), .needs("arrays", oneOf: ["json", "jsonExactly"]),
            .needs("fileName", oneOf: ["multipart"]),
            .needs("contentType", oneOf: ["multipart"]), .needs("data", oneOf: ["multipart"]),
        ],
        habits: [
            "path": #"a pattern for it, "/login" or "GET /login", with more clauses in "all""#,
            "get": Self.endpoint("GET"), "post": Self.endpoint("POST"),
            "put": Self.endpoint("PUT"), "patch": Self.endpoint("PATCH"),
            "delete": Self.endpoint("DELETE"), "any": #""either""#, "and": #""all""#,
            "or": #""either""#, "headers": #""header""#,
        ]
    ) {
        kind(
            "all", matcher.list("clause"), { (clause: JoinedClause) in clause.matchers(by: .and) },
            "All of them match."
        ) { .joined(.and, $0) }
        kind(
            "either", matcher.list("clause", atLeast: 1),
            { (clause: JoinedClause) in clause.matchers(by: .or) }, "One of them matches."
        ) { .joined(.or, $0) }
        kind("not", matcher, \NotClause.matcher, "It does not match.") { !$0 }
        kind("method", .name, \MethodClause.method.rawValue) { .method(.init(rawValue: $0)) }
        kind("scheme", .name, \SchemeClause.scheme) { .scheme($0) }
        kind("host", .name, \HostClause.text, "A host, or *. and one for all below it.") {
            .host($0)
        }
        kind("port", .integer(0...65_535), \PortClause.port) { .port($0) }
        kind(
            "trailingSlash", .flag, { (_: TrailingSlashClause) in true },
            "The path ends in a slash."
        ) { _ in .trailingSlash }
        kind("pathExtension", .name, \PathExtensionClause.name) { .pathExtension($0) }
        item("query", .query, "A query item.") { .query($0, $1) }
        items("queryExactly", .query, "These query items and no others.")
        item("header", .header, "A header field.") { .header($0, $1) }
        kind("url", .name, \URLClause.text, "The whole URL, character by character.") { .url($0) }
        kind(
            "regex", .name, \RegexClause.expression.pattern,
            "An expression for NSRegularExpression."
        ) { .regex($0, on: $1.subject ?? .path) }
        key(
            "on", \.subject, subjects,
            { (clause: RegexClause) in clause.subject == .path ? nil : clause.subject },
            "What the expression is for; the path by default.")
        kind("graphQL", .name, \GraphQLClause.name, "The name of an operation.") { .graphQL($0) }
        kind("body", BytesEntry.form, \BodyClause.body.data, "Exactly these bytes.") { .body($0) }
        kind("json", .value, \JSONClause.subset, "JSON that holds at least these values.") {
            .json($0, arrays: $1.arrays ?? .asWritten)
        }
        kind("jsonExactly", .value, \JSONClause.whole, "JSON that is this value.") {
            .json(exactly: $0, arrays: $1.arrays ?? .asWritten)
        }
        key(
            "arrays", \.arrays, orders,
            { (clause: JSONClause) in clause.order == .asWritten ? nil : clause.order },
            "The order of elements; as written by default.")
        item("form", .form, "A field of a form.") { .form($0, $1) }
        items("formExactly", .form, "These fields and no others.")
        item("part", .multipart, "The text of a part of a multipart form.") { .multipart($0, $1) }
        kind("multipart", .name, \PartClause.name, "A part of a multipart form.") {
            .multipart($0, fileName: $1.fileName, contentType: $1.contentType, data: $1.data)
        }
        key("fileName", \.fileName, .text, \PartClause.fileName)
        key("contentType", \.contentType, .name, \PartClause.contentType)
        key("data", \.data, BytesEntry.form, \PartClause.data)
    }

    private static let matcher: ManifestForm<RequestMatcher> = form.named("clause")

    private static let subjects = ManifestForm<RequestMatcher.RegexSubject>.choice(
        "subject", of: [("path", .path), ("url", .url)])
    private static let orders = ManifestForm<RequestMatcher.ArrayOrder>.choice(
        "order", of: [("asWritten", .asWritten), ("any", .any)])

    /// Makes the key of a kind of clause.
    ///
    /// - Parameters:
    ///   - value: Returns the key's value; `nil` if such a clause has another key.
    ///   - matcher: Makes the matcher of a value and the keys beside it.
    private static func kind<Kind: Clause, Value: Sendable>(
        _ name: String, _ form: ManifestForm<Value>, _ value: @escaping @Sendable (Kind) -> Value?,
        _ meaning: String = "",
        _ matcher: @escaping @Sendable (Value, ClauseEntry) -> RequestMatcher
    ) -> ManifestKey<ClauseEntry> {
        Key(name, form, meaning) { value, entry in
            entry.matcher = { matcher(value, $0) }
        } write: { entry in
            (entry.clause as? Kind).flatMap(value)
        }
    }

    private static func kind<Kind: Clause, Value: Sendable>(
        _ name: String, _ form: ManifestForm<Value>, _ value: @escaping @Sendable (Kind) -> Value?,
        _ meaning: String = "", _ matcher: @escaping @Sendable (Value) -> RequestMatcher
    ) -> ManifestKey<ClauseEntry> {
        kind(name, form, value, meaning) { value, _ in matcher(value) }
    }

    /// Makes the key of a clause that is a name and an expectation of its value.
    private static func item(
        _ name: String, _ kind: ItemClause.Kind, _ meaning: String,
        _ matcher: @escaping @Sendable (String, ValueExpectation) -> RequestMatcher
    ) -> ManifestKey<ClauseEntry> {
        self.kind(
            name, ConditionEntry.form,
            { (clause: ItemClause) in
                clause.kind == kind ? (clause.name, clause.expectation) : nil
            }, meaning
        ) { matcher($0.name, $0.expectation) }
    }

    /// Makes the key of a clause that is all items of a kind.
    private static func items(
        _ name: String, _ kind: ItemClause.Kind, _ meaning: String
    ) -> ManifestKey<ClauseEntry> {
        self.kind(
            name, ConditionEntry.form.list("item"),
            { (clause: ItemsClause) in
                clause.kind == kind ? clause.items.map { ($0.name, $0.expectation) } : nil
            }, meaning
        ) { .exactly(kind, $0) }
    }

    /// Makes a key beside that of a kind of clause.
    private static func key<Kind: Clause, Value: Sendable>(
        _ name: String, _ property: any WritableKeyPath<ClauseEntry, Value?> & Sendable,
        _ form: ManifestForm<Value>, _ value: @escaping @Sendable (Kind) -> Value?,
        _ meaning: String = ""
    ) -> ManifestKey<ClauseEntry> {
        Key(name, form, meaning) { value, entry in
            entry[keyPath: property] = value
        } write: { entry in
            (entry.clause as? Kind).flatMap(value)
        }
    }
}

extension ClauseEntry {
    static let form: ManifestForm<RequestMatcher> = ManifestForm(
        read: { place in
            let matcher =
                place.node.isObject
                ? object.read(place).flatMap { $0.matcher?($0) }
                : pattern.read(place).map(endpoint)
            // Nested clauses have noted their faults.
            if let fault = matcher?.written.fault { place.note("never matches: \(fault)") }
            return matcher
        },
        write: { matcher in
            var clause = matcher.written
            if let known = clause.endpoint {
                let text = (known.method.map { "\($0) " } ?? "") + known.text
                guard let method = known.method, !HTTP.Method.common.contains(method),
                    endpoint(text) != matcher
                else { return JSONNode(.string(text)) }
                // It looks like a misspelt one: `purge`, `GTE`.
                clause = (.method(method) && .endpoint(nil, known.text)).written
            }
            var entry = ClauseEntry()
            entry.clause = clause
            return object.write(entry)
        },
        schema: { ["anyOf": [pattern.schema(), object.schema()]] })

    /// The parts of a clause that cannot be written, for messages; usually none.
    static func faults(of clause: any Clause) -> [String] {
        if let condition = clause as? ConditionClause {
            return ["matches by a closure (\"\(condition.reason.shortened)\")"]
        }
        if let not = clause as? NotClause { return faults(of: not.matcher.written) }
        if clause.endpoint == nil, !clause.clauses.isEmpty { return clause.clauses.flatMap(faults) }
        return clause.faults.map { "never matches: \($0)" }
    }

    /// A clause of what was recorded, in which a final slash of a path counts.
    static let recorded = ManifestForm<RequestMatcher>(
        read: { place in
            let text = place.node.value.string.flatMap { $0.hasPrefix("/") ? $0 : nil }
            return text.map { .recorded($0) } ?? matcher.read(place)
        },
        write: { recorded in
            guard let target = recorded.recordedTarget, recorded.isRecorded(target) else {
                return matcher.write(recorded)
            }
            return JSONNode(.string(target))
        }, schema: matcher.schema)

    private static let pattern = ManifestForm.filled("a pattern or a clause")

    /// Reads `POST /login`, `/login` or `https://api.example.com/**`.
    private static func endpoint(_ text: String) -> RequestMatcher {
        let word = text[..<(text.utf8.firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex)]
        var method = HTTP.Method(String(word))
        let isCommon = HTTP.Method.common.contains(method)
        guard word.endIndex < text.endIndex,
            isCommon || !word.isEmpty && word.utf8.allSatisfy(HTTP.Headers.isTokenByte)
        else {
            let path = text.drop { $0 != "/" }
            method = HTTP.Method(String(text[..<path.startIndex]))
            guard !path.isEmpty, HTTP.Method.common.contains(method) else {
                return .endpoint(nil, text)
            }
            return .unreadable("a space is missing: write \"\("\(method) \(path)".shortened)\"")
        }
        let pattern = text[word.endIndex...].dropFirst()
        guard pattern.utf8.first != UInt8(ascii: " ") else {
            let correction = "\(word) \(pattern.drop { $0 == " " })".shortened
            return .unreadable("there are two spaces: write \"\(correction)\"")
        }
        guard isCommon || word == word.uppercased() else {
            let correction = "\(word.uppercased()) \(pattern)".shortened
            return .unreadable("methods have capital letters: write \"\(correction)\"")
        }
        if !isCommon, let known = method.correction {
            let correction = "\(known.rawValue) \(pattern)".shortened
            return .unreadable("there is no method \(method): write \"\(correction)\"")
        }
        return .endpoint(method, String(pattern))
    }
}

extension RequestMatcher {
    /// Matches a path with a query for which something was recorded; a final slash counts.
    package static func recorded(_ target: String) -> RequestMatcher {
        let path = RequestMatcher.any(target)
        return ParsedURL(target).hasTrailingSlash ? path && .trailingSlash : path
    }

    /// Returns whether it is ``recorded(_:)``, which need not be made of most.
    fileprivate func isRecorded(_ target: String) -> Bool {
        guard let known = written.endpoint else { return self == .recorded(target) }
        return known.method == nil && known.text == target && !ParsedURL(target).hasTrailingSlash
    }

    /// The condition as it is written, and those that it joins.
    package var writtenClauses: [any Clause] { [written] + written.clauses }

    /// The pattern of the path and query that it wants; `nil` if there is none.
    package var recordedTarget: String? {
        writtenClauses.lazy.compactMap { $0.endpoint ?? $0.clauses.first?.endpoint }
            .first.map { endpoint in
                let parts = endpoint.text.split(at: "/", most: 4)
                return endpoint.text.hasPrefix("/") || parts.count < 4
                    ? endpoint.text : "/\(parts[3])"
            }
    }
}

// MARK: - Values of keys

extension JoinedClause {
    /// Returns the matchers that it joins, at any depth; `nil` if it joins them in another way.
    fileprivate func matchers(by joint: ClauseJoint) -> [RequestMatcher]? {
        guard self.joint == joint else { return nil }
        return matchers.flatMap { ($0.written as? Self)?.matchers(by: joint) ?? [$0] }
    }
}

extension JSONClause {
    // A literal `nil` would be a JSON null here.
    fileprivate var subset: JSONValue? { isExact ? .none : .some(value) }
    fileprivate var whole: JSONValue? { isExact ? .some(value) : .none }
}
