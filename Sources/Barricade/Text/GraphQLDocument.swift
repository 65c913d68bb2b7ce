import Foundation

/// GraphQL documents, as far as the name of their operation (GraphQL, October 2021).
package enum GraphQLDocument {
    /// Comments, block strings and strings, even without their ends.
    private static let ignored = [
        ##"#[^\n\r]*"##, #""""(?:[^"\\]++|\\"""|(?!""").)*+(?:""")?"#, #""(?:[^"\\]++|\\.)*+"?"#,
    ].joined(separator: "|")
    /// The beginning of an operation with a name, to what follows the name.
    private static let operation =
        #"\b(?:query|mutation|subscription)[\s,\uFEFF]+[A-Za-z_][A-Za-z_0-9]*[\s,\uFEFF]*[{(\[@]"#

    /// Returns the name of the first operation that has one; `nil` if there is none.
    static func operationName(in text: String) -> String? {
        let plain = text.replacingOccurrences(
            of: "(?s)\(ignored)", with: " ", options: .regularExpression)
        // Without what brackets enclose.
        var depth = 0
        let outer = plain.unicodeScalars.filter { scalar in
            if "})]".unicodeScalars.contains(scalar) { depth -= 1 }
            defer { if "{([".unicodeScalars.contains(scalar) { depth += 1 } }
            return depth == 0
        }
        let document = String(outer)
        return document.range(of: operation, options: .regularExpression).map { range in
            String(document[range].split { !$0.isLetter && !$0.isNumber && $0 != "_" }[1])
        }
    }

    /// Returns whether a text can be the name of an operation.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isDigit else { return false }
        return text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}
