public import Foundation

/// A barricade between an app and its servers, which answers requests with the selected responses.
///
/// Make one from response sets, install it in a session, and select the responses:
///
/// ```swift
/// let barricade = Barricade(login, profile)
/// let session = URLSession(configuration: .barricaded(by: barricade))
/// try barricade.select("Offline", for: "Login")
/// ```
///
/// Several barricades in one process are independent of each other, so each test makes its own. An
/// app registers its sets with ``shared``. Keep a reference while sessions use it: once a barricade
/// is released, its sessions fail every request and let none pass through.
///
/// If several sets match a request, the one registered last answers; among sets registered in one
/// call, the first one answers. The barricade decides this once per request, when its load starts.
/// All members are safe to use from any thread.
public final class Barricade: Sendable {
    /// The name under which the selection is saved; unique in an app.
    public let name: String

    package let store: ResponseStore
    /// The clock that delays and timeouts wait on; give it to code that sleeps.
    public let clock: any Clock<Duration>
    /// The clock of `waitForRequest`: real time if the test moves the barricade's clock itself.
    let waitClock: any Clock<Duration>
    /// Whether it installs nothing, because of a launch option or a build setting.
    package let isDisabled: Bool
    let timeline: Timeline
    package let random: RandomSource
    /// Tells the date.
    package let date: @Sendable () -> Date
    package let log: RequestLog
    package let changeCounter: ChangeCounter
    /// The objects of other modules that live as long as the barricade.
    package let attachments = Locked(Attachments())
    /// Reports a mistake to the fault handler.
    package let report: @Sendable (BarricadeError) -> Void

    /// Makes a barricade with these sets.
    ///
    /// ```swift
    /// let barricade = Barricade(login, profile) { $0.seed = 7 }
    /// ```
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - configure: Changes the settings; called once, before this initializer returns.
    public convenience init(
        _ sets: any ResponseSetConvertible..., configure: (inout Settings) -> Void = { _ in }
    ) {
        var settings = Settings()
        configure(&settings)
        self.init(settings: settings)
        register(listed: sets)
    }

    package init(settings: Settings) {
        let launchOptions = settings.launchOptions
        name = settings.name
        clock = settings.clock
        #if BARRICADE_DISABLED
        isDisabled = true
        #else
        isDisabled = launchOptions.isDisabled
        #endif
        timeline = Timeline(clock)
        waitClock = timeline.isStepped ? ContinuousClock() : clock
        report = settings.faultHandler ?? SystemLog.report
        random = RandomSource(seed: settings.seed)
        date = settings.date
        log = RequestLog(limits: settings.logLimits)
        changeCounter = ChangeCounter(log)
        store = ResponseStore(
            settings, random: random, changes: changeCounter, report: report)
        if !settings.presets.isEmpty { register(settings.presets) }
        if settings.unmatchedPolicy != unmatchedPolicy {
            unmatchedPolicy = settings.unmatchedPolicy
        }
        if let conditions = launchOptions.networkConditions ?? settings.networkConditions {
            networkConditions = conditions
        }
    }

    deinit {
        ProtocolRegistry.disconnect(self)
        changeCounter.finish()
        log.finish()
    }

    /// The seed of random delays and choices; use it again to repeat a run that failed.
    public var seed: UInt64 { random.seed }

    /// The location of files.
    package var files: FileLocation { store.routing.files }

    /// The policy for requests that no set claims; they fail by default.
    public var unmatchedPolicy: UnmatchedPolicy {
        get { store.routing.unmatchedPolicy }
        set {
            let plugin = newValue.pluginName?.makePlugin()
            let isNew = store.update { $0.setUnmatchedPolicy(newValue, asking: plugin) }
            if isNew { plugin?.registered(at: self) }
        }
    }

    /// The simulated network conditions; `nil`, the default, adds no delay and loses nothing.
    ///
    /// A request keeps the conditions that it started with. Conditions that cannot be simulated,
    /// such as a bandwidth of 0, are reported, and requests that response sets answer then fail.
    public var networkConditions: NetworkConditions? {
        get { store.routing.networkConditions }
        set {
            let traffic = newValue.map { NetworkTraffic($0, random: random, timeline: timeline) }
            store.update { $0.setTraffic(traffic) }
        }
    }

    /// The changes of this barricade from now on.
    ///
    /// ```swift
    /// for await change in barricade.changes { print(change) }
    /// ```
    public var changes: AsyncStream<StoreChange> { store.changes }

    /// Returns all mistakes found: unusable definitions, missing files, unknown names, sets that
    /// can never answer.
    ///
    /// Call it in a test to find mistakes before a request does:
    ///
    /// ```swift
    /// #expect(barricade.validate() == [])
    /// ```
    ///
    /// It reads the files of all responses and resources, and edits of watched folders.
    public func validate() -> [BarricadeError] { store.upToDate.faults }
}

// MARK: - Sets

extension Barricade {
    /// The sets, in the order in which they are asked.
    public var sets: [ResponseSet] { store.state.orderedSets.map(\.definition) }

    /// Registers sets in front of those already registered, in the order given.
    ///
    /// A set replaces a registered one of the same name, and keeps its selection if that response
    /// still exists. A mistake in a set is reported; the rest of the set still works.
    public func register(_ sets: any ResponseSetConvertible...) {
        register(listed: sets)
    }

    private func register(listed: [any ResponseSetConvertible]) {
        // Not under the lock, since it may be users' code.
        let (presets, sets) = (listed.flatMap(\.presets), listed.flatMap(\.responseSets))
        store.update { state in
            state.register(presets)
            _ = state.register(sets)
        }
    }

    /// Returns the set that would answer a request if it came now; `nil` if none claims it.
    ///
    /// ```swift
    /// let request = try #require(BarricadeRequest(URLRequest(url: url)))
    /// #expect(barricade.responseSet(claiming: request)?.name == "User")
    /// ```
    ///
    /// It sends and logs nothing, and advances no sequence. The set may be live or held.
    public func responseSet(claiming request: BarricadeRequest) -> ResponseSet? {
        store.upToDate.routing.claimant(of: request)?.definition
    }

    /// Removes a set; its requests go to the next set that matches, or are unmatched.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name.
    public func unregister(_ set: some ResponseSetName) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            state.unregister([try state.registeredSet(set.responseSetName)])
        }
    }

    /// Removes all sets, which leaves every request to ``unmatchedPolicy``.
    public func unregisterAll() {
        store.update { $0.unregister($0.orderedSets) }
    }

    /// Returns how a set treats the requests it claims.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name.
    public func mode(
        of set: some ResponseSetName
    ) throws(BarricadeError) -> ResponseSet.Mode {
        let state = store.state
        return state.routing.mode(of: try state.registeredSet(set.responseSetName))
    }

    /// Makes a set answer its requests, let them pass through, or hold them.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name.
    public func setMode(
        _ mode: ResponseSet.Mode, for set: some ResponseSetName
    ) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            try setMode(mode, for: set.responseSetName, in: &state)
        }
    }

    /// Sets any mode, including ``ResponseSet/Mode/held``.
    package func setMode(
        _ mode: ResponseSet.Mode, for set: String, in state: inout StoreState
    ) throws(BarricadeError) {
        if mode == .held {
            _ = try state.hold(set, at: self)
        } else {
            try state.setMode(mode, for: set)
        }
    }

    /// Holds a set's requests until they are released or time out.
    ///
    /// The set answers again after ``HeldRequests/releaseAll()``, or when its mode is set or reset.
    ///
    /// - Returns: The held requests; the same object as long as the set is held.
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has that name.
    public func hold(_ set: some ResponseSetName) throws(BarricadeError) -> HeldRequests {
        try store.update { state throws(BarricadeError) in
            try state.hold(set.responseSetName, at: self)
        }
    }

    /// Releases all held requests, and makes every held set answer again.
    public func releaseAll() {
        for gate in store.routing.held.values { gate.releaseAll() }
    }
}

extension Barricade: CustomStringConvertible {
    /// The sets with their selected and other responses, the presets, and the unmatched policy.
    public var description: String { store.state.description }
}

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
        public var delay = ResponseDelay.immediate
        /// The simulated network conditions; `nil`, the default, adds no delay and loses nothing.
        public var networkConditions: NetworkConditions?
        /// The location of body files.
        ///
        /// `nil`, the default, means the main bundle's resources, then the working directory.
        public var files: FileLocation?
        /// The storage that keeps the selection between runs; `nil`, the default, keeps nothing.
        public var storage: (any SelectionStorage)?
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

        /// Makes the default settings, except for these.
        package init(
            name: String = "Barricade", launchOptions: LaunchOptions = .none
        ) {
            self.name = name
            self.launchOptions = launchOptions
        }
    }
}
