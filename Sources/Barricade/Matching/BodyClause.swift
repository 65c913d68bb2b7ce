import Foundation

/// What a matcher expects of a request's body.
enum BodyClause: Sendable, Hashable {
    case data(Data)
    case json(JSONValue, ArrayOrder)
    case form(String, ValueExpectation)
    case multipart(String, MultipartExpectation)

    /// Says why the body is not as expected, without quoting it; `nil` where it is.
    func fault(in request: BarricadeRequest) -> String? {
        if let probe = request.bodyProbe {
            probe.want()
            return "not read yet"
        }
        do {
            switch self {
            case .data(let expected):
                guard case .data(let found) = request.body else { return "\(request.body)" }
                return found == expected ? nil : "\(found.count) other bytes"
            case .json(let expected, let order):
                return try request.json(as: JSONValue.self).difference(from: expected, order)
            case .form(let name, let expectation):
                let values = try request.form.filter { $0.name == name }.map { $0.value ?? "" }
                return expectation.accepts(values)
                    ? nil : values.isEmpty ? "absent" : "another value"
            case .multipart(let name, let expectation):
                let parts = try request.multipart.filter { $0.name == name }
                return expectation.fault(in: parts)
            }
        } catch {
            return error.message
        }
    }

    /// What a mismatch is about.
    var subject: String {
        switch self {
        case .data: "body"
        case .json: "JSON body"
        case .form(let name, _): "form field \(name)"
        case .multipart(let name, _): "part \(name)"
        }
    }

    /// What is expected, without the values given.
    var expectation: String {
        switch self {
        case .data(let data): "the \(data.count) bytes given"
        case .json: "the JSON given"
        case .form(_, let expectation): expectation.described(maskingValue: true)
        case .multipart(_, let expectation): "\(expectation)"
        }
    }
}

extension BodyClause: CustomStringConvertible {
    var description: String {
        switch self {
        case .data(let data): "body is \(data.count) given bytes"
        case .json: "JSON body holds the values given"
        case .form(let name, let expectation):
            "form field \(name) is \(expectation.described(maskingValue: true))"
        case .multipart(let name, let expectation): "part \(name) is \(expectation)"
        }
    }
}

/// Whether the order of JSON arrays matters to a matcher.
public enum ArrayOrder: Sendable, Hashable {
    /// Elements match one by one.
    case asWritten
    /// Each element expected matches another one found, wherever it stands.
    case any
}

extension JSONValue {
    /// Says where this is not, or does not hold, what is expected; `nil` where it does.
    ///
    /// Objects may have more members than expected; arrays have as many elements. Numbers compare as
    /// numbers, and `null` is a value that has to be there.
    func difference(from expected: JSONValue, _ order: ArrayOrder, at path: String = "") -> String?
    {
        let place = path.isEmpty ? "at its top" : "at \(path)"
        switch (self, expected) {
        case (.object(let found), .object(let wanted)):
            for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
                let inner = path.isEmpty ? key : "\(path).\(key)"
                guard let member = found[key] else { return "without a value at \(inner)" }
                if let difference = member.difference(from: value, order, at: inner) {
                    return difference
                }
            }
            return nil
        case (.array(let found), .array(let wanted)):
            guard found.count == wanted.count else {
                return "\(found.count) elements long \(place)"
            }
            guard order == .asWritten else {
                return Self.pairs(found, wanted) ? nil : "of other elements \(place)"
            }
            for (index, (element, value)) in zip(found, wanted).enumerated() {
                if let difference = element.difference(from: value, order, at: "\(path)[\(index)]")
                {
                    return difference
                }
            }
            return nil
        case (.integer(let found), .number(let wanted)):
            return Double(found) == wanted ? nil : "different \(place)"
        case (.number(let found), .integer(let wanted)):
            return found == Double(wanted) ? nil : "different \(place)"
        default:
            return self == expected ? nil : "different \(place)"
        }
    }

    /// Whether every element wanted has one found for itself (augmenting paths).
    private static func pairs(_ found: [JSONValue], _ wanted: [JSONValue]) -> Bool {
        var partner = [Int?](repeating: nil, count: found.count)
        func assign(_ value: Int, _ tried: inout Set<Int>) -> Bool {
            for index in found.indices where !tried.contains(index) {
                guard found[index].difference(from: wanted[value], .any) == nil else { continue }
                tried.insert(index)
                if let other = partner[index], !assign(other, &tried) { continue }
                partner[index] = value
                return true
            }
            return false
        }
        return wanted.indices.allSatisfy { value in
            var tried: Set<Int> = []
            return assign(value, &tried)
        }
    }
}

/// What a matcher expects of one part of a multipart form.
struct MultipartExpectation: Sendable, Hashable {
    var fileName: String?
    var contentType: String?
    var data: Data?

    func fault(in parts: [MultipartPart]) -> String? {
        guard !parts.isEmpty else { return "absent" }
        let isThere = parts.contains { part in
            (fileName == nil || part.fileName == fileName)
                && (contentType == nil
                    || ContentType(parsing: part.contentType)?.name == contentType)
                && (data == nil || part.data == data)
        }
        return isThere ? nil : "another one"
    }
}

extension MultipartExpectation: CustomStringConvertible {
    var description: String {
        let parts = [
            fileName.map { "the file \($0)" }, contentType.map { "of type \($0)" },
            data.map { "of the \($0.count) bytes given" },
        ].compactMap(\.self)
        return parts.isEmpty ? "present" : parts.joined(separator: " ")
    }
}
