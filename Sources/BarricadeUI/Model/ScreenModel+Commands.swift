import Barricade
import BarricadeSurfaces

// The user's commands. If one fails, the screen shows the reason and the actual state.
extension ScreenModel {
    func select(_ response: String, for set: String) {
        perform { try $0.select(response, for: set) }
    }

    /// Selects the response after or before the selected one, if there is one.
    func step(_ set: String, by step: Int) {
        guard let response = row(of: set)?.response(after: step) else { return }
        select(response, for: set)
    }

    func setMode(_ mode: ResponseSet.Mode, for set: String) {
        perform { try $0.setMode(mode, for: set) }
    }

    /// The name of a set's selected response, for a picker.
    subscript(responseOf set: String) -> String {
        get { row(of: set)?.response ?? "" }
        set { select(newValue, for: set) }
    }

    /// The mode of a set, for a picker.
    subscript(modeOf set: String) -> ResponseSet.Mode {
        get { state.overview[set]?.mode ?? .barricaded }
        set { setMode(newValue, for: set) }
    }

    func apply(preset: String) {
        perform { try $0.apply(preset) }
    }

    func perform(_ command: (Barricade) throws -> Void) {
        guard let barricade else {
            state.message = Self.absence
            return refresh()
        }
        do {
            try command(barricade)
        } catch {
            state.message = BarricadeError(error)?.message ?? "\(error)"
        }
        refresh()
    }

    // MARK: Conditions

    /// The name of the network conditions; `nil` if there are none.
    var conditions: String? {
        get { state.overview.networkConditions }
        set {
            let chosen = choices.networkConditions.first { $0.name == newValue }
            guard chosen?.name == newValue else { return }
            perform { $0.networkConditions = chosen }
        }
    }

    /// The names of the network conditions to choose from, and of those that the code has set since.
    var conditionNames: [String] {
        choices.networkConditions.map(\.name).including(conditions)
    }

    /// The unmatched policy in words, as ``UnmatchedPolicy`` describes itself.
    var policy: String {
        get { state.overview.unmatchedPolicy }
        set {
            guard let chosen = choices.unmatchedPolicies.first(where: { "\($0)" == newValue })
            else { return }
            perform { $0.unmatchedPolicy = chosen }
        }
    }

    /// The same of the unmatched policies.
    var policyNames: [String] { choices.unmatchedPolicies.map(\.description).including(policy) }

    // MARK: Mistakes

    /// The mistakes found without reading files; after ``validate()``, all mistakes.
    var faults: [String] { state.foundFaults ?? state.overview.faults }

    /// Finds all mistakes; it reads the responses' files in the background.
    func validate() async {
        guard let barricade else { return refresh() }
        state.foundFaults = await Task.detached { barricade.validate().map(\.message) }.value
    }
}

extension [String] {
    fileprivate func including(_ name: String?) -> [String] {
        [name].compactMap(\.self).filter { !contains($0) } + self
    }
}

// Held requests.
extension ScreenModel {
    /// The names of the other responses that a held request can be released with.
    func otherResponses(for held: BarricadeOverview.HeldSummary) -> [String] {
        state.overview[held.set]?.responses.map(\.name).filter { $0 != held.response } ?? []
    }

    /// Releases a request; without a response, with that which was selected when it arrived.
    func release(_ held: BarricadeOverview.HeldSummary, with response: CannedResponse? = nil) {
        perform { barricade in
            guard !barricade.release(held.id, with: response) else { return }
            state.message = "\(held.request) does not wait any more."
        }
    }

    /// Releases a request with another response of its set.
    func release(_ held: BarricadeOverview.HeldSummary, asResponse name: String) {
        let set = barricade?.sets.first { $0.name == held.set }
        if let response = set?[name] { return release(held, with: response) }
        state.message = "\"\(held.set)\" has no response \"\(name)\" any more."
    }

    func releaseAll() {
        perform { $0.releaseAll() }
    }
}
