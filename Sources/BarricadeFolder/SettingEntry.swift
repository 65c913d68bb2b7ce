import Barricade

/// A value that is set in a body's JSON: `{"at": "/id", "path": "id", "as": "number"}`.
struct SettingEntry: ManifestEntry {
    var pointer: String?
    var path: String?
    var query: String?
    var header: String?
    var formField: String?
    var body: String?
    var date: ValueSource.DateFormat?
    var value: JSONValue?
    var type: ValueSource.JSONType?
    var fallback: JSONValue?
    var offset: Duration?

    static let object = ManifestObject<SettingEntry>(
        "a setting",
        rules: [
            .one(["path", "query", "header", "form", "body", "date", "value"]),
            .needs("as", oneOf: ["path", "query", "header", "form"]),
            .needs("default", oneOf: ["query", "header", "form", "body"]),
            .needs("after", oneOf: ["date"]),
        ]
    ) {
        Key("at", \.pointer, .text, isRequired: true, "A JSON pointer (RFC 6901).")
        Key("path", \.path, .name, "The name of a segment in the pattern.")
        Key("query", \.query, .name, "The name of a query item.")
        Key("header", \.header, .name, "The name of a header field.")
        Key("form", \.formField, .name, "The name of a field of a form.")
        Key("body", \.body, .text, "A JSON pointer into the request's body.")
        Key("date", \.date, dates, "The time when the body is served.")
        Key("value", \.value, .value, "A constant.")
        Key("as", \.type, types, "The JSON type that the text becomes.")
        Key("default", \.fallback, .value, "The value if the request has none.")
        Key("after", \.offset, .seconds(from: -1_000_000_000), "Seconds after that time.")
    }

    private static let dates = ManifestForm<ValueSource.DateFormat>.choice(
        "format",
        of: [
            ("iso8601", .iso8601), ("secondsSince1970", .secondsSince1970),
            ("millisecondsSince1970", .millisecondsSince1970),
        ])

    private static let types = ManifestForm<ValueSource.JSONType>.choice(
        "type", of: [("string", .string), ("number", .number), ("boolean", .boolean)])

    static let form = object.form(\.setting, SettingEntry.init)
}

extension SettingEntry {
    init(_ setting: JSONSetting) {
        pointer = setting.pointer
        let source = setting.source
        if source.type != .string { type = source.type }
        fallback = source.fallback
        switch source.kind {
        case .path(let name): path = name
        case .query(let name): query = name
        case .header(let name): header = name
        case .form(let name): formField = name
        case .body(let pointer): body = pointer
        case .date(let format, let duration):
            date = format
            offset = duration == .zero ? nil : duration
        case .constant(let constant): value = constant
        }
    }

    private var setting: JSONSetting? {
        guard let pointer, let source else { return nil }
        return JSONSetting(pointer: pointer, source: source)
    }

    private var source: ValueSource? {
        let type = type ?? .string
        if let path { return .path(path, as: type) }
        if let query { return .query(query, as: type, default: fallback) }
        if let header { return .header(header, as: type, default: fallback) }
        if let formField { return .form(formField, as: type, default: fallback) }
        if let body { return .body(body, default: fallback) }
        if let date { return .date(date, after: offset ?? .zero) }
        return value.map { .value($0) }
    }
}
