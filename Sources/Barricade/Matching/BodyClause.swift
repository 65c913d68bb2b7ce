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
                let found = try request.bytes()
                return found == expected ? nil : Self.difference(of: found, from: expected)
            case .json(let expected, let order):
                return try request.json().difference(from: expected, order)
            case .form(let name, let expectation):
                let values = try request.form.filter { $0.name == name }.map { $0.value ?? "" }
                return expectation.accepts(values)
                    ? nil : values.isEmpty ? "absent" : "another value"
            case .multipart(let name, let expectation):
                let parts = try request.multipart.filter { $0.name == name }
                return expectation.fault(in: parts)
            }
        } catch {
            return fault(for: error)
        }
    }

    /// The size tells most bodies apart; where it does not, the place from which they differ does.
    private static func difference(of found: Data, from expected: Data) -> String {
        guard found.count == expected.count else { return "\(RequestBody.data(found))" }
        let same = zip(found, expected).prefix { $0 == $1 }.count
        return "different (offset \(same))"
    }

    /// Puts what keeps a body from being read behind the subject and an "is".
    private func fault(for error: BarricadeError) -> String {
        let message = error.message
        guard message != RequestBody.absence else { return "absent" }
        return switch self {
        case .data, .json:
            message.hasPrefix("body is ") ? String(message.dropFirst("body is ".count)) : message
        case .form, .multipart: "absent (\(message))"
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
        case .data(let data): "the \(RequestBody.data(data)) given"
        case .json: "the JSON given"
        case .form(_, let expectation): expectation.described(maskingValue: true)
        case .multipart(_, let expectation): "\(expectation)"
        }
    }
}

extension BodyClause: CustomStringConvertible {
    var description: String {
        switch self {
        case .data(let data): "body is the \(RequestBody.data(data)) given"
        case .json: "JSON body holds the values given"
        case .form(let name, let expectation):
            "form field \(name) is \(expectation.described(maskingValue: true))"
        case .multipart(let name, let expectation): "part \(name) is \(expectation)"
        }
    }
}

/// What a matcher expects of one part of a multipart form.
struct MultipartExpectation: Sendable, Hashable {
    var fileName: String?
    var contentType: String?
    var data: Data?

    func fault(in parts: [HTTP.MultipartPart]) -> String? {
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
            data.map { "of the \(RequestBody.data($0)) given" },
        ].compactMap(\.self)
        return parts.isEmpty ? "present" : parts.joined(separator: " ")
    }
}
