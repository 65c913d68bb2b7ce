import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The part of a body that a GET request wants, by its conditions and range (RFC 9110, 13 and 14).
enum RequestedPart: Equatable {
    case whole
    /// Nothing: the client has the body.
    case notModified
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
        guard let wanted = Fields(of: request) else { return }
        if let list = wanted.noneMatch, let tag, tag.isIn(list) {
            self = .notModified
        } else if let range = wanted.range, request.httpMethod != "HEAD" {
            if let validator = wanted.ifRange {
                guard tag?.isStrongly(validator) == true || validator == date else { return }
            }
            self = Self.part(range, size)
        }
    }

    /// Returns whether a request has a header field that may ask for less than the whole.
    static func isNamed(in request: URLRequest) -> Bool {
        Fields(of: request) != nil
    }

    /// The header fields that ask for less than the whole.
    private struct Fields {
        var range: String?
        var ifRange: String?
        var noneMatch: String?

        /// Finds them in a request; `nil` if it has none of them.
        init?(of request: URLRequest) {
            guard let fields = request.allHTTPHeaderFields, !fields.isEmpty else { return nil }
            for (name, value) in fields {
                switch name.utf8.count {
                case 5 where name.lowercased() == "range": range = value
                case 8 where name.lowercased() == "if-range": ifRange = value
                case 13 where name.lowercased() == "if-none-match": noneMatch = value
                default: break
                }
            }
            if range == nil, ifRange == nil, noneMatch == nil { return nil }
        }
    }

    private static func part(_ field: String, _ size: Int) -> RequestedPart {
        let pieces = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2,
            pieces[0].trimmingCharacters(in: Self.blanks).lowercased() == "bytes"
        else { return .whole }
        let bounds = pieces[1].split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: Self.blanks) }
        guard bounds.count == 2 else { return .whole }
        switch (position(bounds[0]), position(bounds[1])) {
        case (nil, let count?) where bounds[0].isEmpty:
            return count > 0 && size > 0
                ? .range(size - min(count, size)..<size) : .unsatisfiable
        case (let first?, nil) where bounds[1].isEmpty:
            return first < size ? .range(first..<size) : .unsatisfiable
        case (let first?, let last?) where isOrdered(bounds[0], bounds[1]):
            return first < size ? .range(first..<min(last, size - 1) + 1) : .unsatisfiable
        default:
            return .whole
        }
    }

    /// The white space of header fields (RFC 9110, section 5.6.3), which is less than Unicode's.
    private static let blanks = CharacterSet(charactersIn: " \t")

    /// Returns whether the first number is at most the second; both may have any number of digits.
    private static func isOrdered(_ first: String, _ last: String) -> Bool {
        let (first, last) = (first.drop { $0 == "0" }, last.drop { $0 == "0" })
        return (first.count, first) <= (last.count, last)
    }

    /// Reads only digits; a number that does not fit becomes the largest one.
    private static func position(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return Int(text) ?? .max
    }
}
