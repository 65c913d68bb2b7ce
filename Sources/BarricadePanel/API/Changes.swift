import Barricade
import BarricadeSurfaces

// The bodies of requests that change something.

/// An object without members.
struct EmptyBody: Decodable, RequestShape {
    static let members: [String] = []
}

/// Changes of many sets, by their names.
struct SelectionsChange: Decodable, RequestShape {
    static let members = ["sets"]

    let sets: [String: Closed<Barricade.SetChange>]
}

/// The sets to reset; `nil` means everything.
struct ResetBody: Decodable, RequestShape {
    static let members = ["sets"]

    var sets: [String]?
}

/// The network conditions to simulate.
struct ConditionsChange: Decodable, RequestShape {
    static let members = ["name"]

    let name: String
}

/// The policy for requests that no set claims, in words.
struct PolicyChange: Decodable, RequestShape {
    static let members = ["policy"]

    let policy: String
}

// The bodies of small responses.

/// All mistakes found.
struct FoundFaults: Codable {
    let faults: [String]
}

extension Barricade.SetChange: Decodable, RequestShape {
    private enum CodingKeys: String, CodingKey {
        case selected, mode
    }

    static let members = ["selected", "mode"]
    static let nullableMembers = ["selected"]

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
