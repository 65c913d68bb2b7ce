import Barricade
import BarricadeSurfaces

// The bodies of requests that change something.

/// An object without members.
struct EmptyBody: Codable, RequestShape {
    static let members: [String] = []
}

/// Changes of many sets, by their names.
struct SelectionsChange: Decodable, RequestShape {
    static let members = ["sets"]

    let sets: [String: Closed<Barricade.SetChange>]
}

/// The sets to reset; `nil` means everything.
struct ResetBody: Codable, RequestShape {
    static let members = ["sets"]

    var sets: [String]?
}

/// The network conditions to simulate.
struct ConditionsChange: Codable, RequestShape {
    static let members = ["name"]

    let name: String
}

/// The policy for requests that no set claims, in words.
struct PolicyChange: Codable, RequestShape {
    static let members = ["policy"]

    let policy: String
}

// The smaller answers.

/// All mistakes found.
struct FoundFaults: Codable {
    let faults: [String]
}

/// The requests that wait.
struct HeldList: Codable {
    let heldRequests: [BarricadeOverview.HeldSummary]
}
