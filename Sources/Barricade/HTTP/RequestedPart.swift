package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The part of a body that a GET request wants, by its conditions and range (RFC 9110, 13 and 14).
enum RequestedPart: Equatable {
    case whole
    /// Nothing: the client has the body.
    case notModified
    /// Nothing: the client wants another body.
    case failed
    /// The bytes of one range, which exist.
    case range(Range<Int>)
    /// A range without any existing byte.
    case unsatisfiable

    /// Reads a request's header fields.
    ///
    /// Several ranges, other units than bytes, and unreadable ranges mean the whole body, as RFC
    /// 9110 allows. A HEAD request has no range.
    ///
    /// - Parameters:
    ///   - tag: The entity tag of the body, if it has one.
    ///   - date: The response's `Last-Modified`, if it has one.
    init(of request: URLRequest, tag: EntityTag?, date: String?, size: Int) {
        self = .whole
        if let list = request.value(forHTTPHeaderField: "If-Match"), tag?.isIn(list) == false {
            self = .failed
        } else if let list = request.value(forHTTPHeaderField: "If-None-Match"), let tag,
            tag.isIn(list)
        {
            self = .notModified
        } else if let date, request.value(forHTTPHeaderField: "If-None-Match") == nil,
            request.value(forHTTPHeaderField: "If-Modified-Since") == date
        {
            self = .notModified
        } else if let range = request.value(forHTTPHeaderField: "Range"),
            request.httpMethod != "HEAD"
        {
            if let validator = request.value(forHTTPHeaderField: "If-Range") {
                guard tag?.isStrongly(validator) == true || validator == date else { return }
            }
            self = Self.part(range, size)
        }
    }

    /// Returns whether a request has a header field that may ask for less than the whole.
    static func isNamed(in request: URLRequest) -> Bool {
        // Asking the request for a name would change the case of all its names.
        (request.allHTTPHeaderFields ?? [:]).contains { field in
            let field = HTTP.Headers.Field(field.key, field.value)
            return ["Range", "If-Match", "If-None-Match", "If-Modified-Since"]
                .contains(where: field.isNamed)
        }
    }

    private static func part(_ field: String, _ size: Int) -> RequestedPart {
        let (unit, value) = field[...].pair
        let bounds = value?.components(separatedBy: "-").map { $0[...].trimmed } ?? []
        guard unit.lowercased() == "bytes", bounds.count == 2 else { return .whole }
        let size = Double(size)
        switch (position(bounds[0]), position(bounds[1])) {
        case (nil, let count?) where bounds[0].isEmpty:
            return part(from: max(size - count, 0), to: count > 0 ? size : 0)
        case (let first?, nil) where bounds[1].isEmpty:
            return part(from: first, to: size)
        case (let first?, let last?) where first <= last:
            return part(from: first, to: min(last + 1, size))
        default:
            return .whole
        }
    }

    private static func part(from start: Double, to end: Double) -> RequestedPart {
        start < end ? .range(Int(start)..<Int(end)) : .unsatisfiable
    }

    /// Reads only digits, of which there may be any number.
    private static func position(_ text: String) -> Double? {
        text.utf8.allSatisfy(\.isDigit) ? Double(text) : nil
    }
}

/// An entity tag, which identifies one version of a body (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable {
    /// The text in a header field: `"a1b2"` or `W/"a1b2"`.
    package let text: String

    /// Makes the tag of a file from its size and modification date.
    package static func file(_ status: FileStatus) -> EntityTag {
        EntityTag(text: "\"\(hex(status.modification))-\(hex(status.size))\"")
    }

    /// Makes the tag of bytes; the same in every run.
    package static func data(_ data: Data) -> EntityTag {
        EntityTag(text: "\"\(String(data.digest, radix: 16))-\(hex(data.count))\"")
    }

    private static func hex(_ number: Int) -> String {
        String(UInt(bitPattern: number), radix: 16)
    }

    /// Returns whether a list of tags, or `*`, contains this one, weak or strong.
    ///
    /// A tag without quotation marks is found with and without them.
    func isIn(_ list: String) -> Bool {
        if list.trimmingCharacters(in: .whitespaces) == "*" { return true }
        let own = Self.withoutWeakness(text)
        let tags = ([list] + ContentType.split(list, at: ",")).map(Self.withoutWeakness)
        return !own.isEmpty && tags.contains { $0 == own || $0 == "\"\(own)\"" }
    }

    private static func withoutWeakness(_ tag: String) -> String {
        let tag = tag.trimmingCharacters(in: .whitespaces)
        return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }

    /// Returns whether a field is exactly this tag and both are strong: the bodies are the same
    /// bytes.
    func isStrongly(_ other: String) -> Bool {
        !text.hasPrefix("W/") && other.trimmingCharacters(in: .whitespaces) == text
    }
}

extension Data {
    /// A digest to compare bytes, without protection against forgery; the same in every run.
    package var digest: UInt64 {
        let start: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(count)
        let hash = withUnsafeBytes { bytes in
            var (hash, offset) = (start, 0)
            while offset + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                hash = Self.mixed(hash, UInt64(littleEndian: word))
                offset += 8
            }
            return Self.mixed(hash, bytes[offset...].reduce(1) { $0 << 8 | UInt64($1) })
        }
        return Self.mixed(hash, 0)
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low ^ word.byteSwapped
    }
}
