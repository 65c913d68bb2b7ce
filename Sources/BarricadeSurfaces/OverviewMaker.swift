import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The maker of a barricade's overviews; it describes each set once.
final class OverviewMaker: Sendable {
    /// The part of a summary that stays the same as long as the set is registered.
    private typealias Description = (
        set: RegisteredSet, version: Int, id: String, matcher: DeferredPart<String>,
        responses: DeferredPart<[BarricadeOverview.ResponseSummary]>, faults: [String],
        editCount: Int
    )

    private static func describe(_ set: RegisteredSet, version: Int) -> Description {
        let responses = DeferredPart {
            zip(set.responses, set.definition.responses).map { prepared, response in
                BarricadeOverview.ResponseSummary(prepared, isMade: response.edit != nil)
            }
        }
        let matcher = DeferredPart {
            set.definition.matcher.written.maskedDescription.shortened(to: 400)
        }
        return (
            set, version, set.name.identifierForURLs, matcher, responses,
            set.definition.faults.map(\.message), set.definition.responses.count { $0.edit != nil }
        )
    }

    /// The descriptions of the latest sets, and the number of descriptions made so far.
    private let described = Locked<(sets: [Description], count: Int)>(([], 0))

    /// Returns the descriptions of these sets, in order.
    private func describe(_ sets: [RegisteredSet]) -> [Description] {
        described.withLock { described in
            let known = described.sets
            // Usually no set has been registered or removed since the last time.
            if known.count == sets.count, zip(known, sets).allSatisfy({ $0.set === $1 }) {
                return known
            }
            let bySet = Dictionary(
                uniqueKeysWithValues: known.map { (ObjectIdentifier($0.set), $0) })
            described.sets = sets.map { set in
                if let known = bySet[ObjectIdentifier(set)] { return known }
                described.count += 1
                return Self.describe(set, version: described.count)
            }
            return described.sets
        }
    }

    /// Makes the summary of one set; `nil` if it is not registered.
    func summary(
        of set: String, in state: StoreState, _ log: RequestLog, _ drift: DriftNotes
    ) -> BarricadeOverview.SetSummary? {
        guard let registered = state.sets[set] else { return nil }
        let isIt = { (description: Description) in description.set === registered }
        // Putting all sets in order is for a set that no overview has had yet.
        let description =
            described.withLock { $0.sets.first(where: isIt) }
            ?? describe(state.orderedSets).first(where: isIt)
        return description.map { summary(of: $0, in: state, log.counts, drift) }
    }

    /// Makes the overview from a store, a log and the known drift.
    ///
    /// - Parameter revision: The number of changes, read before the state.
    package func overview(
        _ revision: Int, of state: StoreState, _ log: RequestLog, _ drift: DriftNotes,
        keeper: SelectionSaver, folder: String?
    ) -> BarricadeOverview {
        let routing = state.routing
        let counts = log.counts
        let descriptions = describe(state.orderedSets)
        let sets = descriptions.map { summary(of: $0, in: state, counts, drift) }
        return BarricadeOverview(
            revision: revision, name: routing.barricade, sets: sets,
            presets: state.presets.map {
                BarricadeOverview.PresetSummary(
                    id: $0.name.identifierForURLs, name: $0.name,
                    state: Self.state(of: $0, in: state))
            },
            heldRequests: routing.held.flatMap { set, gate in
                gate.waiting.map {
                    BarricadeOverview.HeldSummary(
                        id: $0.id, set: set, response: $0.response, request: "\($0.request)",
                        arrival: $0.arrival, timeout: $0.timeout)
                }
            }.ordered(by: \.id),
            networkConditions: routing.traffic?.conditions.name,
            unmatchedPolicy: "\(routing.unmatchedPolicy)",
            isRecording: routing.isRecording,
            requestCount: counts.all, unmatchedCount: counts.unmatched,
            faults: Self.faults(in: state), seed: "\(routing.random.seed)",
            storage: BarricadeOverview.StorageSummary(
                place: Self.name(of: keeper.storage), isLasting: keeper.storage != nil,
                fault: keeper.fault?.message),
            launchOptions: state.launchOptions.lines,
            editCount: descriptions.reduce(0) { $0 + $1.editCount },
            folder: folder)
    }

    private func summary(
        of description: Description, in state: StoreState, _ counts: RequestLog.Counts,
        _ drift: DriftNotes
    ) -> BarricadeOverview.SetSummary {
        let set = description.set
        let name = set.name
        let isEmpty = set.responses.isEmpty
        return BarricadeOverview.SetSummary(
            id: description.id, name: name, group: set.definition.group,
            deferredMatcher: description.matcher, deferredResponses: description.responses,
            selectedResponse: isEmpty ? nil : state.routing.selectedResponse(of: set).name,
            defaultResponse: isEmpty ? nil : set.defaultResponse.name,
            mode: state.routing.modes[name, default: .barricaded],
            requestCount: counts.bySet.count(of: name), isUsed: counts.bySet.all[name] != nil,
            faults: description.faults,
            drift: drift.sentences(on: set), isMade: set.definition.isMade,
            version: description.version)
    }

    private static func state(
        of preset: Preset, in state: StoreState
    ) -> BarricadeOverview.PresetSummary.State {
        if let applied = state.appliedPreset, applied != preset.name { return .available }
        let selection = state.selection(of: preset).responses
        let isInForce = selection.allSatisfy { name, response in
            state.sets[name].map { state.routing.selectedResponse(of: $0).name } == response
        }
        if isInForce, !selection.isEmpty { return .applied }
        return state.appliedPreset == nil ? .available : .modified
    }

    private static func faults(in state: StoreState) -> [String] {
        (state.unmetLaunchOptions + state.launchOptions.faults + state.settingFaults)
            .map(\.message)
    }

    private static func name(of storage: (any SelectionStorage)?) -> String {
        guard let storage else { return "memory" }
        // Not the default description of a custom storage, which may contain secrets.
        return (storage as? any CustomStringConvertible)?.description ?? "\(type(of: storage))"
    }
}

extension LaunchOptions {
    /// The given options, one in each line.
    fileprivate var lines: [String] {
        selection.ordered.map { "select \($0.set)=\($0.response)" }
            + [
                preset.map { "preset \($0)" }, delay.map { "delay \($0)" },
                networkConditions.map { "network \($0.name)" },
                panelPort.map { "panel \($0)" },
                isDisabled ? "disabled" : nil,
            ].compactMap(\.self)
    }
}

extension Barricade {
    var overviewMaker: OverviewMaker { attachments.value { OverviewMaker() } }
}
