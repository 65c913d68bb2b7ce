import Barricade
import BarricadeSurfaces

// The bodies of requests that change something, and of small responses.

/// Changes of many sets, by their names.
struct SelectionsChange: Decodable {
    let sets: [String: Barricade.SetChange]
}

/// The sets to reset; `nil` means everything.
struct ResetBody: Decodable {
    let sets: [String]?
}

/// The network conditions to simulate.
struct ConditionsChange: Decodable {
    let name: String
}

/// The policy for requests that no set claims, in words.
struct PolicyChange: Decodable {
    let policy: String
}

/// All mistakes found.
struct FoundFaults: Codable {
    let faults: [String]
}

extension Barricade.SetChange: Decodable {
    private enum CodingKeys: String, CodingKey {
        case selected, mode
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        if container.contains(.selected) {
            let name = try container.decode(String?.self, forKey: .selected)
            selection = name.map { .response($0) } ?? .byDefault
        }
        if let name = try container.decodeIfPresent(String.self, forKey: .mode) {
            mode = try ResponseSet.Mode.allCases.element(named: name, "mode", by: \.rawValue)
        }
    }
}
