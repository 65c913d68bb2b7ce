import Barricade
import Testing

extension RequestMatcher {
    /// What a matcher is tried on, and the difference that it finds; `nil` if it matches.
    typealias Case = (matcher: RequestMatcher, request: String, difference: String?)

    /// Returns in words what a request differs in; `nil` if it matches.
    func difference(
        to request: BarricadeRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) -> String? {
        let differences = mismatches(with: request).map(\.description)
        let isMatch = differences.isEmpty
        // What cannot be read matches nothing, nor does its opposite; HEAD is also matched as GET.
        let isOpposite = isMatch && request.method != .head || !faults.isEmpty
        #expect(
            [matches(request), (!self).matches(request)] == [isMatch, !isOpposite],
            sourceLocation: sourceLocation)
        return isMatch ? nil : differences.joined(separator: "; ")
    }
}
