import BarricadeSurfaces
public import Barricade
public import Foundation

extension RemoteBarricade {
    /// The state of the app's barricade at one moment; secrets in URLs are masked.
    public struct Overview: Sendable, Codable, Hashable {
        /// The name of the barricade.
        public let name: String
        /// The sets, in the order in which they are asked.
        public let sets: [Set]
        /// The presets, in the order of registration.
        public let presets: [Preset]
        /// The requests that wait to be released, in the order of arrival.
        public let heldRequests: [HeldRequest]
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
        /// The mistakes found without reading files; ``RemoteBarricade/validate()`` finds all.
        public let faults: [String]
        /// The seed of random delays and choices.
        public let seed: String
        /// The options of the launch, one in each line: `select Login=Offline`, `delay 0.5 seconds`.
        public let launchOptions: [String]

        /// Returns the set, by its name; `nil` if there is none.
        public subscript(set: some ResponseSetName) -> Set? {
            sets.first { $0.name == set.responseSetName }
        }
    }
}

extension RemoteBarricade.Overview {
    /// Throws if the launch options have mistakes; sets that they name may be registered later.
    func checkLaunchOptions() throws(BarricadeError) {
        let mistakes = faults.filter {
            $0.hasPrefix("The launch option ")
                || $0.hasPrefix("The launch options") && $0.contains("Did you mean")
        }
        guard mistakes.isEmpty else {
            throw BarricadeError(.invalidLaunchOption, mistakes.joined(separator: "\n"))
        }
    }

    /// A response set, its responses, and its present selection and mode.
    public struct Set: Sendable, Codable, Hashable {
        /// The name.
        public let name: String
        /// The name of its group; `nil` if it is in none.
        public let group: String?
        /// The requests that it claims, in words: `GET /users/:id`.
        public let matcher: String
        /// The responses, in order.
        public let responses: [Response]
        /// The name of the selected response; `nil` if the set has no responses.
        public let selectedResponse: String?
        /// The name of the default response; `nil` if the set has no responses.
        public let defaultResponse: String?
        /// The mode.
        public let mode: ResponseSet.Mode
        /// The number of its requests since the log was last cleared.
        public let requestCount: Int
        /// Whether it has ever had a request; clearing the log does not change this.
        public let isUsed: Bool
        /// The mistakes in its definition; usually none.
        public let faults: [String]
        /// The ways in which the real server's replies differ from its responses, in a sentence each.
        public let drift: [String]
    }

    /// A response of a set.
    public struct Response: Sendable, Codable, Hashable {
        /// The name, unique in its set.
        public let name: String
        /// The status code; `nil` unless it is the same each time.
        public let status: Int?
        /// The delay of the response or its set, in words; `nil` means the barricade's.
        public let delay: String?
        /// The outcome in a few words: `200 application/json after 5.0 seconds`.
        public let summary: String
    }

    /// A preset, and whether its selection is the present one.
    public struct Preset: Sendable, Codable, Hashable {
        /// The relation of a preset to the present selection.
        public enum State: String, Sendable, Codable {
            /// It has not been applied, or another preset has been applied since.
            case available
            /// Its response is selected in every set that it names.
            case applied
            /// It was applied last, and a selection has changed since.
            case modified
        }

        /// The name.
        public let name: String
        /// Its relation to the present selection.
        public let state: State
    }

    /// A request that waits to be released.
    public struct HeldRequest: Sendable, Codable, Hashable, Identifiable {
        /// Its number in the log, which ``RemoteBarricade/release(_:to:)`` takes.
        public let id: RequestSummary.ID
        /// The name of the set that holds it.
        public let set: String
        /// The name of the response that was selected when it came.
        public let response: String
        /// Its method and URL.
        public let request: String
        /// The time at which it times out unless it is released, if the app's clock is the system's.
        public let timeout: Date
    }
}
