public import Foundation

/// A part of a multipart form, with its properties.
package struct PartClause: Clause {
    package let name: String
    package let fileName: String?
    package let contentType: String?
    package let data: Data?

    package func matches(_ request: BarricadeRequest) -> Bool {
        (try? request.multipart)?.contains { $0.name == name && wrong(in: $0).isEmpty } ?? false
    }

    /// Returns the properties of a part that are not as wanted, in words.
    private func wrong(in part: HTTP.MultipartPart) -> [String] {
        var wrong: [String] = []
        let type = ContentType(parsing: part.contentType)?.name
        if let contentType, type != contentType {
            wrong.append("of type \((type ?? part.contentType).shortened)")
        }
        if let fileName, part.fileName != fileName {
            wrong.append(part.fileName.map(Self.named) ?? "without a file name")
        }
        if let data, part.data != data {
            let isOfOtherSize = part.data.count != data.count
            wrong.append(isOfOtherSize ? "of \(RequestBody.data(part.data))" : "of other bytes")
        }
        return wrong
    }

    private static func named(_ fileName: String) -> String {
        "with file name \(fileName.shortened.debugDescription)"
    }

    package var subject: String { "part \(name)" }

    package func difference(from request: BarricadeRequest) -> Difference {
        let wanted: [String?] = [
            "part \(name.shortened)", contentType.map { "of type \($0.shortened)" },
            fileName.map(Self.named), data.map { "of the \(RequestBody.data($0)) given" },
        ]
        let wants = wanted.compactMap(\.self).joined(separator: " ")
        return Difference(bodyWith: wants) { () throws(BarricadeError) in
            let part = try request.multipart.first { $0.name == name }
            let got = part.map { "one \(wrong(in: $0).joined(separator: " "))" }
            return Difference(wants: wants, got: got ?? "none")
        }
    }

    package func described(isMasked: Bool) -> String {
        let wanted = [
            fileName.map { "the file \($0)" }, contentType.map { "of type \($0)" },
            data.map { "of the \(RequestBody.data($0)) given" },
        ].compactMap(\.self)
        return "\(subject) is \(wanted.isEmpty ? "present" : wanted.joined(separator: " "))"
    }

    package var weight: Double { 0.2 }
}

extension RequestMatcher {
    /// Matches a multipart form (RFC 7578) that has a part with this name and these properties.
    public static func multipart(
        _ name: String, fileName: String? = nil, contentType: String? = nil, data: Data? = nil
    ) -> RequestMatcher {
        RequestMatcher(
            PartClause(
                name: name, fileName: fileName, contentType: contentType?.lowercased(), data: data))
    }
}

/// A part of a multipart form that is compared as text in UTF-8.
package struct PartTextClause: ValueClause {
    package static var kind: String { "part" }
    package let name: String
    package let expectation: ValueExpectation

    package func values(in request: BarricadeRequest) throws(BarricadeError) -> [String?] {
        let texts = try request.multipart.filter { $0.name == name }.map(\.text)
        // A part that is not text is present nevertheless.
        return expectation == .present || expectation == .absent
            ? texts : texts.filter { $0 != nil }
    }

    /// Without the content of files.
    package func difference(from request: BarricadeRequest) -> Difference {
        let wants = difference(from: []).wants
        return Difference(bodyWith: wants) { () throws(BarricadeError) in
            let parts = try request.multipart.filter { $0.name == name }
            let fields = parts.filter { $0.fileName == nil && $0.text != nil }
            guard fields.isEmpty, let part = parts.first else {
                return difference(from: fields.map(\.text))
            }
            let other =
                part.text == nil
                ? "\(RequestBody.data(part.data)) that are not text in UTF-8" : "another file"
            return Difference(wants: wants, got: expectation == .absent ? "one" : other)
        }
    }

    /// Without secrets, as in all messages about bodies.
    package func described(isMasked: Bool) -> String {
        "\(subject) \(expectation.predicate(isMasked: true, isSecret: isSecret))"
    }
}

extension RequestMatcher {
    /// Matches a multipart form that has a part with this text: `.multipart("title", "Fog")`.
    ///
    /// It compares the content as UTF-8 text, even that of a file.
    public static func multipart(_ name: String, _ value: String) -> RequestMatcher {
        multipart(name, .equal(value))
    }

    /// Matches a multipart form by an expectation of a part's text.
    public static func multipart(
        _ name: String, _ expectation: ValueExpectation
    ) -> RequestMatcher {
        checked(
            PartTextClause(name: name, expectation: expectation), expectation.ofAValue("part"))
    }
}
