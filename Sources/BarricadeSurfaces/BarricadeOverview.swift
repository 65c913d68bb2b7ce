import Barricade
import BarricadeCommon
import BarricadeFolder
public import Foundation

/// A barricade's state, as screens show it: sets, selection, presets, held requests, counts.
///
/// ```swift
/// for await overview in barricade.overviews {
///     let changed = overview.sets.filter(\.isChanged)
///     print("\(changed.count) of \(overview.sets.count) sets differ from their defaults")
/// }
/// ```
///
/// It is the state at one moment. To change something, call the barricade's methods. Secrets in
/// URLs are masked.
public struct BarricadeOverview: Sendable, Codable, Hashable {
    /// The number of the state; it never decreases from one overview of a barricade to the next.
    public let revision: Int
    /// The name of the barricade.
    public let name: String
    /// The sets, in the order in which they are asked.
    public package(set) var sets: [SetSummary]
    /// The presets, in the order of registration.
    public let presets: [PresetSummary]
    /// The requests that wait to be released, in the order of arrival.
    public let heldRequests: [HeldSummary]
    /// The name of the simulated network conditions; `nil` if there are none.
    public let networkConditions: String?
    /// The policy for requests that no set claims: `fail`, `pass through to localhost, else fail`.
    public let unmatchedPolicy: String
    /// Whether a recorder is attached; without one, requests to sets in mode recording fail.
    public let isRecording: Bool
    /// The number of requests since the log was last cleared.
    public let requestCount: Int
    /// The number of requests since then that failed because no set claimed them.
    public let unmatchedCount: Int
    /// The mistakes found without reading files; `Barricade.validate()` finds all.
    public let faults: [String]
    /// The seed of random delays and choices, as text, since JavaScript would round the number.
    public let seed: String
    /// The storage of the selection.
    public let storage: StorageSummary
    /// The options of the launch, one in each line: `select Login=Offline`, `delay 0.5 seconds`.
    public let launchOptions: [String]
    /// The number of responses that were made at run time and are not saved to a folder.
    public let editCount: Int
    /// The path of the folder that they can be saved to; `nil` if no folder is registered.
    public let folder: String?
}

extension BarricadeOverview {
    /// The names of the sets' groups, in the order in which they first occur.
    public var groups: [String] {
        var seen: Set<String> = []
        return sets.compactMap(\.group).filter { seen.insert($0).inserted }
    }

    /// Returns the set of that name; `nil` if there is none.
    public subscript(set: String) -> SetSummary? {
        sets.first { $0.name == set }
    }

    /// Returns the sets whose rows differ from an earlier overview's; `nil` if sets have come, gone
    /// or moved, or all rows differ.
    package func changedSets(since earlier: BarricadeOverview) -> [SetSummary]? {
        guard isRecording == earlier.isRecording, sets.map(\.id) == earlier.sets.map(\.id) else {
            return nil
        }
        return zip(sets, earlier.sets).filter { $0 != $1 }.map(\.0)
    }
}

extension BarricadeOverview {
    /// A preset, and whether its selection is the present one.
    public struct PresetSummary: Sendable, Codable, Hashable, Identifiable {
        /// The relation of a preset to the present selection.
        public enum State: String, Sendable, Codable {
            /// It has not been applied, or another preset has been applied since.
            case available
            /// Its response is selected in every set that it names.
            case applied
            /// It was applied last, and a selection has changed since.
            case modified
        }

        /// An identifier for URLs, the same in each launch; see ``SetSummary/id``.
        public let id: String
        /// The name.
        public let name: String
        /// Its relation to the present selection.
        public let state: State
    }

    /// A request that waits to be released.
    public struct HeldSummary: Sendable, Codable, Hashable, Identifiable {
        /// The `LoggedRequest.id` of the request, which `Barricade.release(_:with:)` takes.
        public let id: Int
        /// The name of the set that holds it.
        public let set: String
        /// The name of the response that was selected when it came.
        public let response: String
        /// Its method and URL, with secrets masked.
        public let request: String
        /// The time at which it began to wait.
        public let arrival: Date
        /// The time at which it times out unless it is released.
        ///
        /// With a clock other than the system's, it is the time if that clock ran at normal speed.
        public let timeout: Date
    }

    /// The storage of the selection, and whether it works.
    public struct StorageSummary: Sendable, Codable, Hashable {
        /// Where the selection is saved: `user defaults suite Barricade`.
        public let place: String
        /// Whether the selection is kept for the next launch.
        public let isLasting: Bool
        /// The reason why the selection cannot be read or saved at present; usually `nil`.
        public let fault: String?
    }
}
