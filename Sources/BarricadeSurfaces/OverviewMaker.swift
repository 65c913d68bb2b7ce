import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The maker of a barricade's overviews; it describes each set once.
final class OverviewMaker: Sendable {
    /// The part of a summary that stays the same as long as the set is registered.
    private final class Description: Sendable {
        let set: RegisteredSet
        let version: Int
        let id: String
        let matcher: DeferredPart<String>
        let responses: DeferredPart<[BarricadeOverview.ResponseSummary]>
        let faults: [String]
        let editCount: Int

        init(_ set: RegisteredSet, version: Int) {
            (self.set, self.version, id) = (set, version, set.name.identifierForURLs)
            matcher = DeferredPart {
                set.definition.matcher.maskedDescription.shortened(to: 400)
            }
            responses = DeferredPart {
                zip(set.responses, set.definition.responses).map { prepared, response in
                    BarricadeOverview.ResponseSummary(prepared, isMade: response.edit != nil)
                }
            }
            faults = set.definition.faults.map(\.message)
            editCount = set.definition.responses.count { $0.edit != nil }
        }
    }

    private struct Described {
        /// The ``StoreState/setChanges`` of the sets.
        var changes = 0
        /// In order.
        var descriptions: [Description] = []
        var bySet: [ObjectIdentifier: Description] = [:]
        /// The number of descriptions made so far.
        var count = 0
    }

    /// The descriptions of the latest sets.
    private let described = Locked(Described())

    /// Returns the descriptions of a state's sets.
    private func describe(_ state: StoreState) -> Described {
        described.withLock { described in
            // Usually no set has been registered or removed since the last time.
            if described.changes == state.setChanges { return described }
            described.descriptions = state.orderedSets.map { set in
                if let known = described.bySet[ObjectIdentifier(set)] { return known }
                described.count += 1
                return Description(set, version: described.count)
            }
            described.bySet = Dictionary(
                uniqueKeysWithValues: described.descriptions.map { (ObjectIdentifier($0.set), $0) })
            described.changes = state.setChanges
            return described
        }
    }

    /// Makes the summary of one set of the barricade; `nil` if it is not registered.
    func summary(of set: String, in barricade: Barricade) -> BarricadeOverview.SetSummary? {
        let state = barricade.store.state
        guard let registered = state.sets[set] else { return nil }
        return describe(state).bySet[ObjectIdentifier(registered)].map {
            summary(of: $0, in: state, barricade.log.counts, barricade.driftNotes)
        }
    }

    /// Makes the overview of the barricade.
    func overview(of barricade: Barricade) -> BarricadeOverview {
        // Read first, so that no later change has this number.
        let revision = barricade.changeCounter.count
        let (state, counts) = (barricade.store.state, barricade.log.counts)
        let (routing, saver) = (state.routing, barricade.store.selectionSaver)
        let (descriptions, drift) = (describe(state).descriptions, barricade.driftNotes)
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
            networkConditions: routing.networkConditions?.name,
            unmatchedPolicy: "\(routing.unmatchedPolicy)",
            isRecording: routing.isRecording,
            requestCount: counts.all, unmatchedCount: counts.unmatched,
            faults: Self.faults(in: state), seed: "\(routing.random.seed)",
            storage: BarricadeOverview.StorageSummary(
                place: Self.name(of: saver.storage), isLasting: saver.storage != nil,
                fault: saver.fault?.message),
            launchOptions: state.launchOptions.lines,
            editCount: descriptions.reduce(0) { $0 + $1.editCount },
            folder: barricade.folderForEdits?.path)
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
