package import Foundation

/// An expectation of a request's body.
package enum BodyClause: Sendable, Hashable {
    case data(Data)
    case json(JSONExpectation)
    case form(String, ValueExpectation)
    case formItems(ItemsExpectation)
    case multipart(String, MultipartExpectation)
    /// A part that is compared as text.
    case part(String, ValueExpectation)

    func matches(_ request: BarricadeRequest) -> Bool {
        do {
            switch self {
            case .data(let expected):
                return try request.bytes() == expected
            case .json(let expected):
                return expected.difference(of: try request.json()) == nil
            case .form(let name, let expectation):
                return expectation.accepts(try Self.fields(of: request, named: name))
            case .formItems(let expected):
                return expected.matches(try Self.items(of: request))
            case .multipart(let name, let expectation):
                let parts = try request.multipart
                return parts.contains { $0.name == name && expectation.accepts($0) }
            case .part(let name, let expectation):
                let parts = try request.multipart.filter { $0.name == name }
                return expectation.accepts(parts)
            }
        } catch {
            return false
        }
    }

    private static func fields(
        of request: BarricadeRequest, named name: String
    ) throws(BarricadeError) -> [String?] {
        try request.form.filter { $0.name == name }.map(\.value)
    }

    private static func items(of request: BarricadeRequest) throws(BarricadeError) -> [ItemReading]
    {
        try request.form.map { ItemReading(names: [$0.name], values: [$0.value]) }
    }

    // MARK: Mismatches

    /// The subject of a mismatch.
    package var subject: String {
        switch self {
        case .data: "body"
        case .json: "JSON body"
        case .form(let name, _): "form field \(name)"
        case .formItems: "form"
        case .multipart(let name, _), .part(let name, _): "part \(name)"
        }
    }

    /// Compares the body with the expected one; messages never quote the body.
    func difference(from request: BarricadeRequest) -> Difference {
        do {
            switch self {
            case .data(let expected):
                return Difference(
                    wants: wants, got: Self.got(try request.bytes(), instead: expected))
            case .json(let expected):
                let difference = expected.difference(of: try request.json())
                return difference?.inWords ?? Difference(wants: wants, got: "that")
            case .form(let name, let expectation):
                return expectation.difference(
                    from: try Self.fields(of: request, named: name), of: "form field", named: name)
            case .formItems(let expected):
                return expected.difference(from: try Self.items(of: request), of: "form field")
            case .multipart(let name, let expectation):
                let parts = try request.multipart.filter { $0.name == name }
                return Difference(wants: wants, got: expectation.got(parts))
            case .part(let name, let expectation):
                let parts = try request.multipart.filter { $0.name == name }
                return expectation.difference(from: parts, named: name)
            }
        } catch {
            return Difference(wants: wants, got: Self.phrase(for: error))
        }
    }

    /// The wanted part, for a body that cannot be read.
    private var wants: String {
        switch self {
        case .data(let data): "a body of the \(RequestBody.data(data)) given"
        case .json: "JSON"
        case .form(let name, let expectation):
            expectation.difference(from: [], of: "form field", named: name).wants
        case .formItems: "a form"
        case .multipart(let name, let expectation): "part \(name.shortened)\(expectation.wants)"
        case .part(let name, let expectation): expectation.difference(from: [], named: name).wants
        }
    }

    /// Describes a wrong body by its size or, if that is right, by the offset of the first
    /// difference.
    private static func got(_ found: Data, instead expected: Data) -> String {
        guard found.count == expected.count else { return "\(RequestBody.data(found))" }
        let same = zip(found, expected).prefix { $0 == $1 }.count
        return "others from offset \(same)"
    }

    /// Returns why a body cannot be read, as a noun phrase.
    static func phrase(for error: BarricadeError) -> String {
        let message = error.message
        if message == RequestBody.absence { return "no body" }
        return message.hasPrefix("body ")
            ? "a body that \(message.dropFirst("body ".count))"
            : "a body that cannot be read: \(message)"
    }
}

extension BodyClause: CustomStringConvertible {
    /// The description, without values of secret-looking names.
    package var description: String {
        switch self {
        case .data(let data): "body is the \(RequestBody.data(data)) given"
        case .json(let expected):
            expected.isExact ? "JSON body is the value given" : "JSON body holds the values given"
        case .form(let name, let expectation):
            "form field \(name) \(expectation.maskedPredicate(for: name))"
        case .formItems(let expected):
            expected.described(as: "form field", isMasked: true)
        case .multipart(let name, let expectation): "part \(name) is \(expectation)"
        case .part(let name, let expectation):
            "part \(name) \(expectation.maskedPredicate(for: name))"
        }
    }
}

/// An expectation of one part of a multipart form.
package struct MultipartExpectation: Sendable, Hashable {
    package var fileName: String?
    package var contentType: String?
    package var data: Data?

    func accepts(_ part: HTTP.MultipartPart) -> Bool {
        (fileName == nil || part.fileName == fileName)
            && (contentType == nil || Self.type(of: part) == contentType)
            && (data == nil || part.data == data)
    }

    private static func type(of part: HTTP.MultipartPart) -> String? {
        ContentType(parsing: part.contentType)?.name
    }

    /// The wanted properties, after the part's name: ` of type image/png with file name a.png`.
    var wants: String {
        let parts = [
            contentType.map { "of type \($0.shortened)" },
            fileName.map { "with file name \($0.shortened.debugDescription)" },
            data.map { "of the \(RequestBody.data($0)) given" },
        ].compactMap(\.self)
        return parts.map { " \($0)" }.joined()
    }

    /// Returns the properties of the first part of that name.
    func got(_ parts: [HTTP.MultipartPart]) -> String {
        guard let part = parts.first else { return "none" }
        let type = Self.type(of: part)
        let found = [
            contentType == nil || type == contentType
                ? nil : "of type \((type ?? part.contentType).shortened)",
            fileName == nil || part.fileName == fileName
                ? nil
                : part.fileName.map { "with file name \($0.shortened.debugDescription)" }
                    ?? "without a file name",
            data == nil || part.data == data
                ? nil
                : part.data.count == data?.count
                    ? "of other bytes" : "of \(RequestBody.data(part.data))",
        ].compactMap(\.self)
        return "one \(found.joined(separator: " "))"
    }
}

extension MultipartExpectation: CustomStringConvertible {
    package var description: String {
        let parts = [
            fileName.map { "the file \($0)" }, contentType.map { "of type \($0)" },
            data.map { "of the \(RequestBody.data($0)) given" },
        ].compactMap(\.self)
        return parts.isEmpty ? "present" : parts.joined(separator: " ")
    }
}

extension ValueExpectation {
    /// Returns whether one of the parts, read as UTF-8, is as expected.
    func accepts(_ parts: [HTTP.MultipartPart]) -> Bool {
        switch kind {
        case .present, .absent: accepts(parts.map { _ in "" })
        default: accepts(parts.compactMap(\.text))
        }
    }

    /// Returns the wanted part and the one found, without the content of files.
    func difference(from parts: [HTTP.MultipartPart], named name: String) -> Difference {
        let fields = parts.filter { $0.fileName == nil && $0.text != nil }
        let difference = difference(from: fields.map(\.text), of: "part", named: name)
        guard fields.isEmpty, let part = parts.first else { return difference }
        let got =
            kind == .absent
            ? "one"
            : part.text == nil
                ? "\(RequestBody.data(part.data)) that are not text in UTF-8" : "another file"
        return Difference(wants: difference.wants, got: got)
    }
}
