import BarricadeSurfaces
public import Barricade
import Foundation

extension RemoteBarricade {
    /// Selects a response, from the set's next request on.
    ///
    /// - Throws: `BarricadeError.Code.unknownName`, listing the names that exist, nearest first.
    public func select(_ response: String, for set: some ResponseSetName) async throws {
        try await change([set.responseSetName: ["selected": response]])
    }

    /// Selects many responses at once, or none if a name is unknown; other sets do not change.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` for the first unknown name.
    public func select(_ selection: Preset.Selection) async throws {
        try await change(selection.responses.mapValues { ["selected": $0] })
    }

    /// Makes a set answer its requests, let them pass through, or hold them.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if no set has that name.
    public func setMode(_ mode: ResponseSet.Mode, for set: some ResponseSetName) async throws {
        try await change([set.responseSetName: ["mode": mode.rawValue]])
    }

    /// Holds a set's requests until they are released or time out.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if no set has that name.
    public func hold(_ set: some ResponseSetName) async throws {
        try await setMode(.held, for: set)
    }

    /// Selects the responses that a registered preset names; other sets do not change.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if the preset or a name in it is unknown; then
    ///   it selects nothing.
    public func apply(_ preset: String) async throws {
        try await client.send(.applyPreset, at: preset.identifierForURLs)
    }

    /// Resets every set to its default, including live and held sets.
    public func reset() async throws {
        try await client.send(.reset)
    }

    /// Resets one set to its default.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if no set has that name.
    public func reset(_ set: some ResponseSetName) async throws {
        try await client.send(.reset, body: ["sets": [set.responseSetName]])
    }

    /// Simulates network conditions: one of `NetworkConditions.presets`, or the conditions that the
    /// app had when it opened its panel; `nil` means none.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` for other conditions.
    public func setNetworkConditions(_ conditions: NetworkConditions?) async throws {
        if let conditions {
            try await setNetworkConditions(conditions.name)
        } else {
            try await client.send(.deleteConditions)
        }
    }

    /// Simulates network conditions, by their name.
    public func setNetworkConditions(_ name: String) async throws {
        try await client.send(.setConditions, body: ["name": name])
    }

    /// Sets the policy for requests that no set claims: `UnmatchedPolicy.fail`,
    /// `UnmatchedPolicy.passThrough`, `UnmatchedPolicy.warn`, or the one that the app had when
    /// it opened its panel.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` for another policy.
    public func setUnmatchedPolicy(_ policy: UnmatchedPolicy) async throws {
        try await client.send(.setUnmatchedPolicy, body: ["policy": "\(policy)"])
    }

    private func change(_ changes: [String: [String: String]]) async throws {
        try await client.send(.changeSelections, body: ["sets": changes])
    }
}
