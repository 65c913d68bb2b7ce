import Foundation

/// A regular expression, equal to any other with the same pattern.
package struct RegularExpression: Sendable, Equatable {
    private let expression: NSRegularExpression

    init(_ pattern: String) throws(PatternFault) {
        do {
            expression = try NSRegularExpression(pattern: pattern)
        } catch {
            throw PatternFault("it is not a regular expression that NSRegularExpression accepts")
        }
    }

    package var pattern: String { expression.pattern }

    func isFound(in text: String) -> Bool {
        let all = NSRange(text.startIndex..., in: text)
        return expression.firstMatch(in: text, range: all) != nil
    }

    package static func == (left: Self, right: Self) -> Bool { left.pattern == right.pattern }
}
