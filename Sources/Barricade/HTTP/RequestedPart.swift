import Foundation
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
        guard let fields = request.allHTTPHeaderFields, !fields.isEmpty else { return false }
        return fields.contains { field in
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
