package import Foundation

extension HTTP.Headers {
    /// The media type of the body; `nil` if there is none, or it cannot be read.
    package var contentType: ContentType? {
        self["Content-Type"].flatMap(ContentType.init(parsing:))
    }
}

/// A media type with its parameters: `text/plain; charset=utf-8` (RFC 9110, section 8.3.1).
package struct ContentType: Sendable, Equatable {
    /// Type and subtype in lower case.
    package let name: String
    /// The parameters, their names in lower case, their values without quotes.
    package let parameters: [String: String]

    /// The charset in lower case; `utf-8` if none is named.
    package var charset: String { parameters["charset"]?.lowercased() ?? "utf-8" }

    /// The encodings of the charsets that are known here.
    package static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2,
        "windows-1252": .windowsCP1252, "windows-1251": .windowsCP1251,
        "windows-1250": .windowsCP1250, "utf-16": .utf16, "utf-16le": .utf16LittleEndian,
        "utf-16be": .utf16BigEndian, "utf-32": .utf32, "shift_jis": .shiftJIS,
        "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]

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
        guard text.utf8.contains(UInt8(ascii: "\"")) else {
            return text.split(at: separator).map { $0.trimmed }
        }
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

/// Content types by file extension, the same on every platform.
package enum MediaType {
    package static let json = "application/json"
    package static let text = "text/plain; charset=utf-8"
    package static let unknown = "application/octet-stream"
    /// Server-sent events.
    package static let events = "text/event-stream"

    /// Returns whether a content type's name says JSON, such as `application/problem+json`; JSON Lines
    /// (`application/x-ndjson`) are none, but many.
    package static func isJSON(_ name: String) -> Bool {
        ["/json", "/x-json", "+json"].contains { name.hasSuffix($0) }
    }

    /// Returns whether a content type's name says JSON Lines.
    package static func isJSONLines(_ name: String) -> Bool {
        ["jsonl", "ndjson", "json-lines", "jsonlines"].contains { name.hasSuffix($0) }
    }

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
        "js": "text/javascript; charset=utf-8", "json": json, "jsonl": "application/jsonl",
        "jsonld": "application/ld+json",
        "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4", "m4v": "video/x-m4v",
        "md": "text/markdown; charset=utf-8", "mov": "video/quicktime", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "ndjson": "application/x-ndjson", "ogg": "audio/ogg", "otf": "font/otf",
        "pdf": "application/pdf",
        "plist": "application/x-plist", "png": "image/png", "proto": text,
        "svg": "image/svg+xml", "tiff": "image/tiff", "ts": "video/mp2t", "ttf": "font/ttf",
        "txt": text, "usdz": "model/vnd.usdz+zip", "vtt": "text/vtt; charset=utf-8",
        "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm",
        "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
        "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
        "zip": "application/zip",
    ]
}
