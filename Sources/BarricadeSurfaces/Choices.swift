package import Barricade

/// The network conditions and unmatched policies to choose from, those set in code first.
package struct Choices: Sendable {
    package let networkConditions: [NetworkConditions]
    package let unmatchedPolicies: [UnmatchedPolicy]

    /// Keeps the settings that the code made before a screen was opened.
    package init(_ barricade: Barricade) {
        let own = barricade.networkConditions.map { [$0] } ?? []
        let presets = NetworkConditions.presets
        networkConditions = own.filter { !presets.contains($0) } + presets
        let common: [UnmatchedPolicy] = [.fail, .passThrough, .warn]
        unmatchedPolicies = [barricade.unmatchedPolicy].filter { !common.contains($0) } + common
    }
}
