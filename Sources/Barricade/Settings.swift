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
    /// The same closure sets up the barricade of each test, `.barricade(login) { $0.seed = 7 }`, and
    /// the one of an app, ``Barricade/configureShared(_:)``.
    public struct Settings: Sendable {
        /// The name under which the selection is saved; unique in an app.
        public var name = "Barricade"
        /// Selections over several sets, to be applied by name.
        public var presets: [Preset] = []
        /// What requests get that no set claims; they fail by default.
        public var unmatchedPolicy = UnmatchedPolicy.fail
        /// How long responses wait if neither they nor their set say so; no time by default.
        public var delay = ResponseDelay.none
        /// What the network is like; `nil`, the default, takes no time and loses nothing.
        public var networkConditions: NetworkConditions?
        /// Where body files are looked for.
        ///
        /// `nil`, the default, means the main bundle's resources, then the working directory.
        public var files: FileLocation?
        /// Where the selection is kept between runs; nowhere by default.
        public var storage: any SelectionStorage = .memory
        /// What the launch of the process asks for; nothing by default.
        public var launchOptions = LaunchOptions.none
        /// How much of its requests the barricade remembers.
        public var logLimits = RequestLogLimits()
        /// The clock that delays and timeouts wait on.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// What random delays and choices follow from: the same seed, the same run.
        public var seed = UInt64.random(in: .min ... .max)
        /// Gets the mistakes in sets, launch options and saved selections when they are found.
        ///
        /// `nil`, the default, writes them to the system log or, on Linux, to standard error.
        public var faultHandler: (@Sendable (BarricadeError) -> Void)?

        /// Makes settings that are all at their defaults.
        public init() {}
    }
}
