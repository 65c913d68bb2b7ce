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
        get { overview[set]?.mode ?? .barricaded }
        set { setMode(newValue, for: set) }
    }

    func apply(preset: String) {
        perform { try $0.apply(preset) }
    }

    func perform(_ command: (Barricade) throws -> Void) {
        guard let barricade else {
            message = Self.absence
            return refresh()
        }
        do {
            try command(barricade)
        } catch {
            message = BarricadeError(error)?.message ?? "\(error)"
        }
        refresh()
    }

    // MARK: Conditions

    /// The name of the network conditions; `nil` if there are none.
    var conditions: String? {
        get { overview.networkConditions }
        set {
            let chosen = choices.networkConditions.first { $0.name == newValue }
            perform { $0.networkConditions = chosen }
        }
    }

    /// The unmatched policy in words, as ``UnmatchedPolicy`` describes itself.
    var policy: String {
        get { overview.unmatchedPolicy }
        set {
            guard let chosen = choices.unmatchedPolicies.first(where: { "\($0)" == newValue })
            else { return }
            perform { $0.unmatchedPolicy = chosen }
        }
    }

    // MARK: Recording

    /// Whether a recorder is attached, so that sets can record.
    var isRecording: Bool { overview.isRecording }

    // MARK: Mistakes

    /// The mistakes found without reading files; after ``validate()``, all mistakes.
    var faults: [String] { state.foundFaults ?? overview.faults }

    /// Whether ``validate()`` has run.
    var isValidated: Bool { state.foundFaults != nil }

    /// Finds all mistakes; it reads the responses' files in the background.
    func validate() async {
        guard let barricade else { return refresh() }
        let faults = await Task.detached { barricade.validate().map(\.message) }.value
        state.foundFaults = faults
    }
}

extension ScreenModel {
    /// The outcome of releasing a held request.
    enum Release: Sendable, Hashable {
        /// The response that was selected when the request arrived.
        case asSelected
        /// Another response of its set, by its name.
        case response(String)
        /// An error, as if there were no network.
        case offline
        /// The real server.
        case live
    }

    /// The names of the other responses that a held request can be released with.
    func otherResponses(for held: BarricadeOverview.HeldSummary) -> [String] {
        overview[held.set]?.responses.map(\.name).filter { $0 != held.response } ?? []
    }

    func release(_ held: BarricadeOverview.HeldSummary, to release: Release = .asSelected) {
        perform { barricade in
            let response: CannedResponse?
            switch release {
            case .asSelected: response = nil
            case .response(let name):
                response = barricade.sets.first { $0.name == held.set }?[name]
                guard response != nil else {
                    return message = "\"\(held.set)\" has no response \"\(name)\" any more."
                }
            case .offline: response = .offline()
            case .live: response = .live()
            }
            guard !barricade.release(held.id, with: response) else { return }
            message = "\(held.request) does not wait any more."
        }
    }

    func releaseAll() {
        perform { $0.releaseAll() }
    }
}
