public import Foundation

extension Barricade {
    /// The settings of a barricade, each with a default.
    ///
    /// ```swift
    /// let barricade = Barricade(login, shop) {
    ///     $0.seed = 7
    ///     $0.storage = .userDefaults()
    /// }
    /// ```
    ///
    /// The test trait `.barricade(login) { $0.seed = 7 }` and ``Barricade/configureShared(_:)``
    /// take the same closure.
    public struct Settings: Sendable {
        /// The name under which the selection is saved; unique in an app.
        public var name: String
        /// The presets that can be applied by name.
        public var presets: [Preset] = []
        /// The policy for requests that no set claims; they fail by default.
        public var unmatchedPolicy = UnmatchedPolicy.fail
        /// The delay of responses if neither they nor their set have one; none by default.
        public var delay = ResponseDelay.none
        /// The simulated network conditions; `nil`, the default, adds no delay and loses nothing.
        public var networkConditions: NetworkConditions?
        /// The location of body files.
        ///
        /// `nil`, the default, means the main bundle's resources, then the working directory.
        public var files: FileLocation?
        /// The storage that keeps the selection between runs; by default nothing is kept.
        public var storage: any SelectionStorage = .memory
        /// The options from the launch of the process; none by default.
        public var launchOptions: LaunchOptions
        /// The limits of the request log.
        public var logLimits = RequestLogLimits()
        /// The clock that delays and timeouts wait on.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// Tells the date that a response sets in its JSON; the system's by default.
        public var date: @Sendable () -> Date = { Date() }
        /// The seed of random delays and choices: the same seed repeats the same run.
        public var seed = UInt64.random(in: .min ... .max)
        /// The handler of mistakes found in sets, launch options and saved selections.
        ///
        /// `nil`, the default, writes them to the system log or, on Linux, to standard error.
        public var faultHandler: (@Sendable (BarricadeError) -> Void)?
        /// Counts an answer, by the names of its set and response.
        package typealias AnswerCounter = @Sendable (_ set: String, _ response: String) -> Void
        /// Called for each response that has answered; `nil`, the default, counts nothing.
        package var countAnswer: AnswerCounter?
        /// Called for each choice, with the counts of requests before it; `nil`, the default, notes
        /// nothing.
        package var noteChoice: (@Sendable (Choice, RequestLog.SetCounts) -> Void)?

        /// Makes the default settings, except for these.
        package init(
            name: String = "Barricade", launchOptions: LaunchOptions = .none
        ) {
            self.name = name
            self.launchOptions = launchOptions
        }
    }
}
