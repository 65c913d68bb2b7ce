import Barricade
import BarricadeSurfaces
import Foundation

extension Choices {
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

extension Choices: Encodable {
    private enum CodingKeys: CodingKey {
        case networkConditions, unmatchedPolicies, errors
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(networkConditions.map(\.name), forKey: .networkConditions)
        try container.encode(unmatchedPolicies.map { "\($0)" }, forKey: .unmatchedPolicies)
        try container.encode(URLError.Code.named.map(\.name), forKey: .errors)
    }
}
