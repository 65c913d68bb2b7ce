import Barricade
import Foundation

/// The network conditions and unmatched policies to choose from, those set in code first.
struct PanelChoices: Sendable {
    let networkConditions: [NetworkConditions]
    let unmatchedPolicies: [UnmatchedPolicy]

    /// Keeps the settings that the code made before it opened the panel.
    init(_ barricade: Barricade) {
        let own = barricade.networkConditions.map { [$0] } ?? []
        let presets = NetworkConditions.presets
        networkConditions = own.filter { !presets.contains($0) } + presets
        let usual: [UnmatchedPolicy] = [.fail, .passThrough, .warn]
        unmatchedPolicies = [barricade.unmatchedPolicy].filter { !usual.contains($0) } + usual
    }

    func conditions(named name: String) throws -> NetworkConditions {
        guard let conditions = networkConditions.first(where: { $0.name == name }) else {
            throw Problem.unknown(
                "network condition", name, among: networkConditions.map(\.name))
        }
        return conditions
    }

    func policy(named name: String) throws -> UnmatchedPolicy {
        guard let policy = unmatchedPolicies.first(where: { "\($0)" == name }) else {
            throw Problem.unknown(
                "unmatched policy", name, among: unmatchedPolicies.map { "\($0)" })
        }
        return policy
    }
}

extension PanelChoices: Encodable {
    private enum CodingKeys: CodingKey {
        case networkConditions, unmatchedPolicies
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(networkConditions.map(\.name), forKey: .networkConditions)
        try container.encode(unmatchedPolicies.map { "\($0)" }, forKey: .unmatchedPolicies)
    }
}
