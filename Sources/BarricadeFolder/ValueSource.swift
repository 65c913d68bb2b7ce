public import Barricade
import BarricadeCommon
import Foundation

/// The source of a value that `setting(_:)` sets when the body is served.
public struct ValueSource: Sendable {
    /// The JSON type that a text becomes.
    public enum JSONType: Sendable, Hashable {
        case string
        case number
        /// `true` or `false`.
        case boolean
    }

    /// The format of a date.
    public enum DateFormat: Sendable, Hashable {
        /// In UTC, with seconds: `"2026-01-31T12:00:00Z"` (RFC 3339).
        case iso8601
        /// A whole number of seconds since 1970.
        case secondsSince1970
        /// A whole number of milliseconds since 1970.
        case millisecondsSince1970
    }

    enum Kind: Sendable {
        case path(String)
        case query(String)
        case header(String)
        case form(String)
        case body(String)
        case date(DateFormat, after: Duration)
        case constant(JSONValue)
    }

    let kind: Kind
    private(set) var type = JSONType.string
    /// The value if the request has none; `nil` fails the request.
    private(set) var fallback: JSONValue?

    /// A segment that the set's pattern names: `id` of `/users/:id`.
    public static func path(_ name: String, as type: JSONType = .string) -> ValueSource {
        ValueSource(kind: .path(name), type: type)
    }

    /// A query item's value; without a default, a request without it fails.
    public static func query(
        _ name: String, as type: JSONType = .string, default fallback: JSONValue? = nil
    ) -> ValueSource {
        ValueSource(kind: .query(name), type: type, fallback: fallback)
    }

    /// A header field's value; without a default, a request without it fails.
    public static func header(
        _ name: String, as type: JSONType = .string, default fallback: JSONValue? = nil
    ) -> ValueSource {
        ValueSource(kind: .header(name), type: type, fallback: fallback)
    }

    /// A field of a form in the request's body; without a default, a request without it fails.
    public static func form(
        _ name: String, as type: JSONType = .string, default fallback: JSONValue? = nil
    ) -> ValueSource {
        ValueSource(kind: .form(name), type: type, fallback: fallback)
    }

    /// A value of the request's JSON body, by its JSON pointer (RFC 6901), unchanged.
    public static func body(
        _ pointer: String, default fallback: JSONValue? = nil
    ) -> ValueSource {
        ValueSource(kind: .body(pointer), fallback: fallback)
    }

    /// The time when the body is served, plus an offset, which may be negative.
    public static func date(
        _ format: DateFormat = .iso8601, after duration: Duration = .zero
    ) -> ValueSource {
        ValueSource(kind: .date(format, after: duration))
    }

    /// A constant value.
    public static func value(_ value: JSONValue) -> ValueSource {
        ValueSource(kind: .constant(value))
    }

    private init(kind: Kind, type: JSONType = .string, fallback: JSONValue? = nil) {
        self.kind = kind
        self.type = type
        self.fallback = fallback
    }

    /// The reason why it can never be read; usually `nil`.
    var fault: String? {
        switch kind {
        case .body(let pointer):
            JSONPath.fault(ofPointer: pointer)
        case .date(_, let duration) where abs(duration / .seconds(1)) > 1e10:
            "a date \(duration) from now is more than 300 years away"
        default:
            nil
        }
    }

    /// The name of its path segment; `nil` for other sources.
    var pathName: String? { if case .path(let name) = kind { name } else { nil } }

    /// Returns the value from a request.
    ///
    /// - Throws: `BarricadeError.Code.unreadableBody` if the body cannot be read, or the request
    ///   has no such value.
    func value(
        for request: BarricadeRequest, at date: Date
    ) throws(BarricadeError) -> JSONValue {
        switch kind {
        case .constant(let value):
            return value
        case .date(let format, let duration):
            return Self.date(date.addingTimeInterval(duration / .seconds(1)), format)
        case .path(let name):
            return try value(of: request.pathValues[name], "path", name)
        case .query(let name):
            let item = request.query.first { $0.name == name }
            return try value(of: item.map { $0.value ?? "" }, "query", name)
        case .header(let name):
            return try value(of: request.headers[name], "header", name)
        case .form(let name):
            let field = try request.form.first { $0.name == name }
            return try value(of: field.map { $0.value ?? "" }, "form", name)
        case .body(let text):
            let document = try request.json()
            if let value = JSONPath(pointer: text)?.value(in: document) ?? fallback { return value }
            throw .unreadableBody("body has no value at \"\(text.shortened)\"")
        }
    }

    private func value(
        of text: String?, _ place: String, _ name: String
    ) throws(BarricadeError) -> JSONValue {
        guard let text else {
            if let fallback { return fallback }
            throw .unreadableBody("\(place) has no \"\(name.shortened)\"")
        }
        switch type {
        case .string:
            return .string(text)
        case .number:
            if case .some(let number) = try? JSONReader.read(Data(text.utf8)), number.isNumber {
                return number
            }
        case .boolean where text == "true" || text == "false":
            return .bool(text == "true")
        case .boolean:
            break
        }
        throw .unreadableBody("\(place) value of \"\(name.shortened)\" is not a \(type)")
    }

    private static func date(_ date: Date, _ format: DateFormat) -> JSONValue {
        switch format {
        case .iso8601: .string(date.formatted(.iso8601))
        case .secondsSince1970: JSONValue(Int64(date.timeIntervalSince1970.rounded(.down)))
        case .millisecondsSince1970:
            JSONValue(Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)))
        }
    }
}

extension JSONValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number, .largeInteger: true
        default: false
        }
    }
}

extension JSONPath {
    /// Returns why a text is not a JSON pointer; `nil` if it is one.
    static func fault(ofPointer text: String) -> String? {
        guard JSONPath(pointer: text) == nil else { return nil }
        let correction = "/\(text)"
        let isCorrectable =
            text.utf8.first != UInt8(ascii: "/") && JSONPath(pointer: correction) != nil
        let hint = isCorrectable ? "; \"\(correction.shortened)\" is one" : ""
        return "\"\(text.shortened)\" is not a JSON pointer (RFC 6901)\(hint)"
    }
}
