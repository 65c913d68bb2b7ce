import Barricade
import BarricadeCommon
import BarricadeFolder
package import Foundation

/// A barricade's state, as screens show it: sets, selection, presets, held requests, counts.
///
/// It is the state at one moment. To change something, call the barricade's methods. Secrets in
/// URLs are masked.
package struct BarricadeOverview: Sendable, Encodable, Hashable {
    /// The number of the state; it never decreases from one overview of a barricade to the next.
    package let revision: Int
    /// The name of the barricade.
    package let name: String
    /// The sets, in the order in which they are asked.
    package var sets: [SetSummary]
    /// The presets, in the order of registration.
    package let presets: [PresetSummary]
    /// The requests that wait to be released, in the order of arrival.
    package let heldRequests: [HeldSummary]
    /// The name of the simulated network conditions; `nil` if there are none.
    package let networkConditions: String?
    /// The policy for requests that no set claims: `fail`, `pass through to localhost, else fail`.
    package let unmatchedPolicy: String
    /// Whether a recorder is attached; without one, requests to sets in mode recording fail.
    package let isRecording: Bool
    /// The number of requests since the log was last cleared.
    package let requestCount: Int
    /// The number of requests since then that failed because no set claimed them.
    package let unmatchedCount: Int
    /// The mistakes found without reading files; `Barricade.validate()` finds all.
    package let faults: [String]
    /// The seed of random delays and choices, as text, since JavaScript would round the number.
    package let seed: String
    /// The storage of the selection.
    package let storage: StorageSummary
    /// The options of the launch, one in each line: `select Login=Offline`, `delay 0.5 seconds`.
    package let launchOptions: [String]
    /// The number of responses that were made at run time and are not saved to a folder.
    package let editCount: Int
    /// The path of the folder that they can be saved to; `nil` if no folder is registered.
    package let folder: String?
}

extension BarricadeOverview {
    /// The names of the sets' groups, in the order in which they first occur.
    package var groups: [String] {
        var seen: Set<String> = []
        return sets.compactMap(\.group).filter { seen.insert($0).inserted }
    }

    /// The sets in the order of a list: those of each group together, those of none at the end.
    package var setsByGroup: [SetSummary] {
        let ranks = Dictionary(uniqueKeysWithValues: zip(groups, 0...))
        return sets.ordered { $0.group.flatMap { ranks[$0] } ?? ranks.count }
    }

    /// Returns the set of that name; `nil` if there is none.
    package subscript(set: String) -> SetSummary? {
        sets.first { $0.name == set }
    }

    /// Returns the sets whose rows differ from an earlier overview's; `nil` if sets have come, gone
    /// or moved, or all rows differ.
    package func changedSets(since earlier: BarricadeOverview) -> [SetSummary]? {
        guard isRecording == earlier.isRecording, sets.count == earlier.sets.count else {
            return nil
        }
        var changed: [SetSummary] = []
        for (set, before) in zip(sets, earlier.sets) where !set.isSame(as: before) {
            guard set.id == before.id else { return nil }
            changed.append(set)
        }
        return changed
    }
}

extension BarricadeOverview {
    /// A preset, and whether its selection is the present one.
    package struct PresetSummary: Sendable, Encodable, Hashable, Identifiable {
        /// The relation of a preset to the present selection.
        package enum State: String, Sendable, Encodable {
            /// It has not been applied, or another preset has been applied since.
            case available
            /// Its response is selected in every set that it names.
            case applied
            /// It was applied last, and a selection has changed since.
            case modified
        }

        /// An identifier for URLs, the same in each launch; see ``SetSummary/id``.
        package let id: String
        /// The name.
        package let name: String
        /// Its relation to the present selection.
        package let state: State
    }

    /// A request that waits to be released.
    package struct HeldSummary: Sendable, Codable, Hashable, Identifiable {
        /// The `LoggedRequest.id` of the request, which `Barricade.release(_:with:)` takes.
        package let id: Int
        /// The name of the set that holds it.
        package let set: String
        /// The name of the response that was selected when it came.
        package let response: String
        /// Its method and URL, with secrets masked.
        package let request: String
        /// The time at which it began to wait.
        package let arrival: Date
        /// The time at which it times out unless it is released.
        ///
        /// With a clock other than the system's, it is the time if that clock ran at normal speed.
        package let timeout: Date
    }

    /// The storage of the selection, and whether it works.
    package struct StorageSummary: Sendable, Encodable, Hashable {
        /// Where the selection is saved: `user defaults suite Barricade`.
        package let place: String
        /// Whether the selection is kept for the next launch.
        package let isLasting: Bool
        /// The reason why the selection cannot be read or saved at present; usually `nil`.
        package let fault: String?
    }
}
