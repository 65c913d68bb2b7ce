import Foundation

/// A part of a multipart form that is compared as text in UTF-8.
package struct PartTextClause: ValueClause {
    package static var kind: String { "part" }
    package let name: String
    package let expectation: ValueExpectation

    package func values(in request: BarricadeRequest) throws(BarricadeError) -> [String?] {
        let texts = try request.multipart.filter { $0.name == name }.map(\.text)
        // A part that is no text is there all the same.
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
