import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The types of HTTP: methods, status codes, header fields.
///
/// They are nested because other libraries export the same names: a file may import Alamofire, or
/// an OpenAPI runtime, together with Barricade.
public enum HTTP {
    /// A request's method, which is case-sensitive (RFC 9110, section 9.1).
    public struct Method: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        /// The method as sent.
        public let rawValue: String

        /// Makes a method from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes a method from a string literal.
        public init(stringLiteral value: String) {
            rawValue = value
        }
    }

    /// The status code of a response, from 100 to 599 (RFC 9110, section 15).
    ///
    /// An integer works wherever a status is expected: `status: 418`.
    public struct Status: ExpressibleByIntegerLiteral, Hashable, Sendable {
        /// The three-digit code.
        public let rawValue: Int

        /// Makes a status from a code; a code outside 100–599 fails the request.
        public init(_ code: Int) {
            rawValue = code
        }

        /// Makes a status from an integer literal.
        public init(integerLiteral value: Int) {
            rawValue = value
        }
    }
}

extension HTTP.Method: CustomStringConvertible {
    public static var get: Self { "GET" }
    public static var head: Self { "HEAD" }
    public static var post: Self { "POST" }
    public static var put: Self { "PUT" }
    public static var patch: Self { "PATCH" }
    public static var delete: Self { "DELETE" }
    public static var options: Self { "OPTIONS" }
    public static var query: Self { "QUERY" }

    package static let usual: [Self] = [.get, .head, .post, .put, .patch, .delete, .options]

    public var description: String { rawValue }
}

extension HTTP.Status: CustomStringConvertible {
    public static var ok: Self { 200 }
    public static var created: Self { 201 }
    public static var accepted: Self { 202 }
    public static var nonAuthoritativeInformation: Self { 203 }
    public static var noContent: Self { 204 }
    public static var resetContent: Self { 205 }
    public static var partialContent: Self { 206 }
    public static var multipleChoices: Self { 300 }
    public static var movedPermanently: Self { 301 }
    public static var found: Self { 302 }
    public static var seeOther: Self { 303 }
    public static var notModified: Self { 304 }
    public static var temporaryRedirect: Self { 307 }
    public static var permanentRedirect: Self { 308 }
    public static var badRequest: Self { 400 }
    public static var unauthorized: Self { 401 }
    public static var paymentRequired: Self { 402 }
    public static var forbidden: Self { 403 }
    public static var notFound: Self { 404 }
    public static var methodNotAllowed: Self { 405 }
    public static var notAcceptable: Self { 406 }
    public static var proxyAuthenticationRequired: Self { 407 }
    public static var requestTimeout: Self { 408 }
    public static var conflict: Self { 409 }
    public static var gone: Self { 410 }
    public static var lengthRequired: Self { 411 }
    public static var preconditionFailed: Self { 412 }
    public static var contentTooLarge: Self { 413 }
    public static var uriTooLong: Self { 414 }
    public static var unsupportedMediaType: Self { 415 }
    public static var rangeNotSatisfiable: Self { 416 }
    public static var expectationFailed: Self { 417 }
    public static var misdirectedRequest: Self { 421 }
    public static var unprocessableContent: Self { 422 }
    public static var locked: Self { 423 }
    public static var tooEarly: Self { 425 }
    public static var upgradeRequired: Self { 426 }
    public static var preconditionRequired: Self { 428 }
    public static var tooManyRequests: Self { 429 }
    public static var requestHeaderFieldsTooLarge: Self { 431 }
    public static var unavailableForLegalReasons: Self { 451 }
    public static var internalServerError: Self { 500 }
    public static var notImplemented: Self { 501 }
    public static var badGateway: Self { 502 }
    public static var serviceUnavailable: Self { 503 }
    public static var gatewayTimeout: Self { 504 }
    public static var httpVersionNotSupported: Self { 505 }
    public static var insufficientStorage: Self { 507 }
    public static var networkAuthenticationRequired: Self { 511 }

    public var description: String { "\(rawValue)" }

    /// Whether HTTP allows the code.
    package var isValid: Bool { (100...599).contains(rawValue) }

    /// Whether the code redirects the client to the response's `Location`.
    package var isRedirection: Bool { [301, 302, 303, 307, 308].contains(rawValue) }
}

extension HTTP {
    /// The header fields of a request or response, in order; names are case-insensitive.
    ///
    /// A name may occur more than once: `["Set-Cookie": "a=1", "Set-Cookie": "b=2"]`.
    public struct Headers: Sendable, Equatable {
        /// One header field.
        public struct Field: Sendable, Equatable {
            public let name: String
            public let value: String

            /// Makes a field.
            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }

            public static func == (left: Field, right: Field) -> Bool {
                left.value == right.value && left.isNamed(right.name)
            }

            /// Returns whether the field has this name, ignoring case.
            package func isNamed(_ other: String) -> Bool {
                // Valid names are ASCII (RFC 9110, section 5.6.2).
                name.utf8.count == other.utf8.count
                    && (name == other
                        || zip(name.utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased })
            }
        }

        /// The fields, in the order in which they were added.
        public private(set) var fields: [Field]

        /// Makes header fields from a list.
        public init(_ fields: [Field] = []) {
            self.fields = fields
        }

        /// Makes header fields from a dictionary, sorted by name.
        public init(_ dictionary: [String: String]) {
            self.init(dictionary.map { Field($0.key, $0.value) }.ordered(by: \.name))
        }

        /// Makes header fields of what Foundation keeps as any values, sorted by name.
        init(describing dictionary: [AnyHashable: Any]) {
            self.init(
                dictionary.map { Field("\($0.key)", "\($0.value)") }.ordered(by: \.name))
        }

        /// The field's value; several fields with that name are joined with `, ` (RFC 9110, 5.3).
        ///
        /// Setting it replaces all fields with that name; `nil` removes them.
        public subscript(name: String) -> String? {
            get {
                let found = values(of: name)
                return found.isEmpty ? nil : found.joined(separator: ", ")
            }
            set {
                let place = fields.firstIndex { $0.isNamed(name) }
                fields.removeAll { $0.isNamed(name) }
                if let newValue { fields.insert(Field(name, newValue), at: place ?? fields.count) }
            }
        }

        /// Returns the values of all fields with that name, in order.
        public func values(of name: String) -> [String] {
            fields.filter { $0.isNamed(name) }.map(\.value)
        }

        /// Adds a field, and keeps others with the same name.
        public mutating func append(_ name: String, _ value: String) {
            fields.append(Field(name, value))
        }

        /// Adds the fields with names that are not among its own.
        mutating func fill(from others: [Field]) {
            if others.isEmpty { return }
            let names = Set(fields.map { $0.name.lowercased() })
            fields += others.filter { !names.contains($0.name.lowercased()) }
        }

        /// The fields for `HTTPURLResponse`: one value for each name.
        var joined: [String: String] {
            let groups = Dictionary(grouping: fields) { $0.name.lowercased() }.values
            // The first spelling of a name counts.
            return Dictionary(
                uniqueKeysWithValues: groups.map { group in
                    (group[0].name, group.map(\.value).joined(separator: ", "))
                })
        }

        /// The reason why the fields cannot be sent; usually `nil`.
        package var fault: String? {
            for field in fields {
                if field.name.isEmpty || !field.name.utf8.allSatisfy(Self.isTokenByte) {
                    return
                        "header name \(field.name.shortened.debugDescription) is not a token (RFC 9110, 5.6.2)"
                }
                if field.value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) {
                    return
                        "the value of header \(field.name.shortened) holds a line break or a zero byte"
                }
            }
            return nil
        }

        package static func isTokenByte(_ byte: UInt8) -> Bool {
            byte.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension HTTP.Headers: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}

/// A media type with its parameters: `text/plain; charset=utf-8` (RFC 9110, section 8.3.1).
package struct ContentType: Sendable, Equatable {
    /// Type and subtype in lower case.
    package let name: String
    /// The parameters, their names in lower case, their values without quotes.
    package let parameters: [String: String]

    package init?(parsing text: String) {
        var parts = Self.split(text)[...]
        guard let first = parts.popFirst(), first.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        name = first.lowercased()
        parameters = Self.parameters(parts)
    }

    /// Reads `name=value` pairs; if a name occurs twice, the first value counts.
    static func parameters(_ parts: ArraySlice<String>) -> [String: String] {
        var parameters: [String: String] = [:]
        for part in parts {
            let (name, value) = part[...].pair
            let key = name.lowercased()
            if let value, parameters[key] == nil { parameters[key] = unquoted(value) }
        }
        return parameters
    }

    /// Splits at separators outside quoted strings, and trims.
    package static func split(_ text: String, at separator: Unicode.Scalar = ";") -> [String] {
        var parts: [String] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if byte == UInt8(ascii: separator), !isQuoted {
                parts.append(text[start..<index].trimmed)
                start = text.utf8.index(after: index)
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
        }
        return parts + [text[start...].trimmed]
    }

    /// Reads a value that names its charset: `UTF-8'en'%E2%82%AC` (RFC 8187, section 3.2); `nil` if
    /// it cannot be read.
    static func extendedValue(_ text: String) -> String? {
        let parts = text.split(at: "'", most: 3)
        guard parts.count == 3 else { return nil }
        switch parts[0].lowercased() {
        case "utf-8":
            return PercentEncoding.decoded(parts[2])
        case "iso-8859-1":
            let bytes = PercentEncoding.bytes(of: parts[2])
            return bytes.flatMap { String(data: Data($0), encoding: .isoLatin1) }
        default:
            return nil
        }
    }

    private static func unquoted(_ value: String) -> String {
        let bytes = Array(value.utf8)
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return value }
        var content: [UInt8] = []
        var isEscaped = false
        for byte in bytes[1..<bytes.count - 1] {
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            if !isEscaped { content.append(byte) }
        }
        return String(decoding: content, as: UTF8.self)
    }
}

extension Substring {
    /// The text without the spaces and tabs around it, which RFC 9110 allows in header fields.
    package var trimmed: String {
        // Foundation takes twenty times as long.
        let isText = { (byte: UInt8) in byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
        guard let start = utf8.firstIndex(where: isText), let end = utf8.lastIndex(where: isText)
        else { return "" }
        return String(Substring(utf8[start...end]))
    }

    // Not copied into its callers, since a split is 2 KB of code.
    @inline(never)
    fileprivate func parts(at separator: Unicode.Scalar, most count: Int) -> [Substring] {
        utf8.split(
            separator: UInt8(ascii: separator), maxSplits: count - 1,
            omittingEmptySubsequences: false
        ).map { Substring($0) }
    }

    /// The texts around the first equals sign, trimmed; no value if there is none.
    var pair: (name: String, value: String?) {
        guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed, nil) }
        return (self[..<equals].trimmed, self[utf8.index(after: equals)...].trimmed)
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the parts between separators, even empty ones: at least one.
    ///
    /// By bytes, since a separator with a combining mark is another `Character`.
    package func split(at separator: Unicode.Scalar, most count: Int = .max) -> [Substring] {
        self[...].parts(at: separator, most: count)
    }
}

/// Content types by file extension, the same on every platform.
package enum MediaType {
    package static let json = "application/json"
    package static let text = "text/plain; charset=utf-8"
    package static let unknown = "application/octet-stream"

    /// Returns the content type for a file's extension, without the dot, ignoring case.
    package static func forExtension(_ pathExtension: String) -> String {
        byExtension[pathExtension.lowercased()] ?? unknown
    }

    /// The content types by the extensions of files, without the dot.
    package static let byExtension: [String: String] = [
        "aac": "audio/aac", "avif": "image/avif", "bin": unknown, "bmp": "image/bmp",
        "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "geojson": "application/geo+json", "gif": "image/gif", "gz": "application/gzip",
        "heic": "image/heic", "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8", "ico": "image/vnd.microsoft.icon",
        "ics": "text/calendar; charset=utf-8", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8", "json": json, "jsonld": "application/ld+json",
        "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4", "m4v": "video/x-m4v",
        "md": "text/markdown; charset=utf-8", "mov": "video/quicktime", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "ogg": "audio/ogg", "otf": "font/otf", "pdf": "application/pdf",
        "plist": "application/x-plist", "png": "image/png", "proto": text,
        "svg": "image/svg+xml", "tiff": "image/tiff", "ts": "video/mp2t", "ttf": "font/ttf",
        "txt": text, "usdz": "model/vnd.usdz+zip", "vtt": "text/vtt; charset=utf-8",
        "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm",
        "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
        "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
        "zip": "application/zip",
    ]
}
