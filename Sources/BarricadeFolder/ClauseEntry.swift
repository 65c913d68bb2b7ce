import Barricade
import BarricadeCommon
import BarricadeResources
import Foundation

/// A clause of a matcher in a manifest: `"POST /login"`, or an object with one condition.
struct ClauseEntry: ManifestEntry {
    package var all: [Clause]?
    var either: [Clause]?
    var not: Clause?
    var method: String?
    var scheme: String?
    var host: String?
    var port: Int?
    var trailingSlash: Bool?
    var pathExtension: String?
    var query: ConditionEntry?
    var queryExactly: [ConditionEntry]?
    var header: ConditionEntry?
    var url: String?
    var regex: String?
    var subject: RequestMatcher.RegexSubject?
    var graphQL: String?
    var body: Data?
    package var json: JSONValue?
    var jsonExactly: JSONValue?
    var arrays: RequestMatcher.ArrayOrder?
    var formField: ConditionEntry?
    var formExactly: [ConditionEntry]?
    var part: ConditionEntry?
    var multipart: String?
    var fileName: String?
    package var contentType: String?
    package var data: Data?

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
            "any": #""either""#, "and": #""all""#, "or": #""either""#, "headers": #""header""#,
        ]
    ) {
        ManifestKey("all", \.all, clause.list("clause"), "All of them match.")
        ManifestKey("either", \.either, clause.list("clause", atLeast: 1), "One of them matches.")
        ManifestKey("not", \.not, clause, "It does not match.")
        ManifestKey("method", \.method, .name)
        ManifestKey("scheme", \.scheme, .name)
        ManifestKey("host", \.host, .name, "A host, or *. and one for all below it.")
        ManifestKey("port", \.port, .integer(0...65_535))
        ManifestKey("trailingSlash", \.trailingSlash, .flag, "The path ends in a slash.")
        ManifestKey("pathExtension", \.pathExtension, .name)
        ManifestKey("query", \.query, ConditionEntry.form, "A query item.")
        ManifestKey(
            "queryExactly", \.queryExactly, conditions, "These query items and no others.")
        ManifestKey("header", \.header, ConditionEntry.form, "A header field.")
        ManifestKey("url", \.url, .name, "The whole URL, character by character.")
        ManifestKey("regex", \.regex, .name, "An expression for NSRegularExpression.")
        ManifestKey("on", \.subject, subjects, "What the expression is for; the path by default.")
        ManifestKey("graphQL", \.graphQL, .name, "The name of an operation.")
        ManifestKey("body", \.body, BytesEntry.form, "Exactly these bytes.")
        ManifestKey("json", \.json, .value, "JSON that holds at least these values.")
        ManifestKey("jsonExactly", \.jsonExactly, .value, "JSON that is this value.")
        ManifestKey("arrays", \.arrays, orders, "The order of elements; as written by default.")
        ManifestKey("form", \.formField, ConditionEntry.form, "A field of a form.")
        ManifestKey("formExactly", \.formExactly, conditions, "These fields and no others.")
        ManifestKey("part", \.part, ConditionEntry.form, "The text of a part of a multipart form.")
        ManifestKey("multipart", \.multipart, .name, "A part of a multipart form.")
        ManifestKey("fileName", \.fileName, .text)
        ManifestKey("contentType", \.contentType, .name)
        ManifestKey("data", \.data, BytesEntry.form)
    }

    private static let clause: ManifestForm<Clause> = form.named("clause")
    private static let conditions = ConditionEntry.form.list("item")

    private static let subjects = ManifestForm<RequestMatcher.RegexSubject>.choice(
        "subject", of: [("path", .path), ("url", .url)])
    private static let orders = ManifestForm<RequestMatcher.ArrayOrder>.choice(
        "order", of: [("asWritten", .asWritten), ("any", .any)])

    static let form: ManifestForm<Clause> = ManifestForm(
        read: { place in
            let isObject = if case .object = place.node.content { true } else { false }
            let clause =
                isObject
                ? object.read(place)?.joined : pattern.read(place).map(endpoint)
            // Those within it have noted their faults.
            if case .unreadable(let fault)? = clause { place.note("never matches: \(fault)") }
            return clause
        },
        write: { clause in
            if case .endpoint(let endpoint) = clause {
                return JSONNode(
                    .string((endpoint.method.map { "\($0) " } ?? "") + endpoint.text))
            }
            return object.write(ClauseEntry(clause))
        },
        schema: { ["anyOf": [pattern.schema(), object.schema()]] })

    private static let pattern = ManifestForm.filled("a pattern or a clause")

    /// Reads `POST /login`, `/login` or `https://api.example.com/**`.
    private static func endpoint(_ text: String) -> Clause {
        let word = text.prefix { $0 != " " }
        guard word.endIndex < text.endIndex, word.utf8.allSatisfy(isMethodByte) else {
            return RequestMatcher.endpoint(nil, text).clause
        }
        let pattern = text[word.endIndex...].dropFirst()
        guard pattern.first != " " else {
            let meant = "\(word) \(pattern.drop { $0 == " " })".shortened
            return .unreadable("there are two spaces: write \"\(meant)\"")
        }
        guard word == word.uppercased() else {
            let meant = "\(word.uppercased()) \(pattern)".shortened
            return .unreadable("methods have capital letters: write \"\(meant)\"")
        }
        let method = HTTP.Method(rawValue: String(word))
        if let known = method.meant {
            let meant = "\(known.rawValue) \(pattern)".shortened
            return .unreadable("there is no method \(method): write \"\(meant)\"")
        }
        return RequestMatcher.endpoint(method, String(pattern)).clause
    }

    private static func isMethodByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

// MARK: - Reading

extension ClauseEntry {
    fileprivate var joined: Clause? {
        if let all { return .all(all) }
        if let either { return .either(either) }
        if let not { return .not(not) }
        return matcher?.clause
    }

    private var matcher: RequestMatcher? {
        if let method { return .method(HTTP.Method(rawValue: method)) }
        if let scheme { return .scheme(scheme) }
        if let host { return .host(host) }
        if let port { return .port(port) }
        if trailingSlash != nil { return .trailingSlash }
        if let pathExtension { return .pathExtension(pathExtension) }
        if let query { return .query(query.name, query.expectation) }
        if let queryExactly {
            return .checked(ItemsExpectation(queryExactly.map(\.item))) { .queryItems($0) }
        }
        if let header { return .header(header.name, header.expectation) }
        if let url { return .url(url) }
        if let regex { return .regex(regex, on: subject ?? .path) }
        if let graphQL { return .graphQL(graphQL) }
        return bodyMatcher
    }

    private var bodyMatcher: RequestMatcher? {
        if let body { return .body(body) }
        if let json { return .json(json, arrays: arrays ?? .asWritten) }
        if let jsonExactly { return .json(exactly: jsonExactly, arrays: arrays ?? .asWritten) }
        if let formField { return .form(formField.name, formField.expectation) }
        if let formExactly {
            return .checked(ItemsExpectation(formExactly.map(\.item))) { .body(.formItems($0)) }
        }
        if let part { return .multipart(part.name, part.expectation) }
        return multipart.map {
            .multipart($0, fileName: fileName, contentType: contentType, data: data)
        }
    }
}

extension ConditionEntry {
    fileprivate var item: ItemsExpectation.Item {
        ItemsExpectation.Item(name: name, expectation: expectation)
    }

    fileprivate init(_ item: ItemsExpectation.Item) {
        self.init(name: item.name, expectation: item.expectation)
    }
}

// MARK: - Writing

extension ClauseEntry {
    init(_ clause: Clause) {
        switch clause {
        case .all(let clauses): all = clauses.flatMap(\.joinedByAll)
        case .either(let clauses): either = clauses.flatMap(\.joinedByEither)
        case .not(let clause): not = clause
        case .method(let wanted): method = wanted.rawValue
        case .scheme(let wanted): scheme = wanted
        case .host(let pattern): host = pattern.text
        case .port(let wanted): port = wanted
        case .trailingSlash: trailingSlash = true
        case .pathExtension(let wanted): pathExtension = wanted
        case .query(let name, let expectation):
            query = ConditionEntry(name: name, expectation: expectation)
        case .queryItems(let expected): queryExactly = expected.items.map { ConditionEntry($0) }
        case .header(let name, let expectation):
            header = ConditionEntry(name: name, expectation: expectation)
        case .url(let wanted): url = wanted
        case .regex(let expected):
            regex = expected.expression.pattern
            if expected.subject == .url { subject = .url }
        case .graphQL(let name): graphQL = name
        case .body(let expected): write(expected)
        // Endpoints are text, a path stands only in one, and the rest is code.
        case .endpoint, .path, .custom, .unreadable: break
        }
    }

    private mutating func write(_ clause: BodyClause) {
        switch clause {
        case .data(let wanted): body = wanted
        case .json(let expected):
            if expected.isExact { jsonExactly = expected.value } else { json = expected.value }
            if expected.order == .any { arrays = .any }
        case .form(let name, let expectation):
            formField = ConditionEntry(name: name, expectation: expectation)
        case .formItems(let expected): formExactly = expected.items.map { ConditionEntry($0) }
        case .multipart(let name, let expected):
            multipart = name
            fileName = expected.fileName
            contentType = expected.contentType
            data = expected.data
        case .part(let name, let expectation):
            part = ConditionEntry(name: name, expectation: expectation)
        }
    }

    /// The parts of a clause that cannot be written, for messages; usually none.
    package static func faults(of clause: Clause) -> [String] {
        switch clause {
        case .all(let clauses), .either(let clauses): clauses.flatMap(faults)
        case .not(let clause): faults(of: clause)
        case .custom(let custom): ["matches by a closure (\"\(custom.reason.shortened)\")"]
        case .unreadable(let fault): ["never matches: \(fault)"]
        default: []
        }
    }
}

extension Clause {
    fileprivate var joinedByAll: [Clause] {
        if case .all(let clauses) = self { clauses.flatMap(\.joinedByAll) } else { [self] }
    }

    fileprivate var joinedByEither: [Clause] {
        if case .either(let clauses) = self { clauses.flatMap(\.joinedByEither) } else { [self] }
    }
}
