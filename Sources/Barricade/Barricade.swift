import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A barricade between an app and its servers: it answers requests with the responses selected.
///
/// Make one of response sets, put it in front of a session, and select what it answers:
///
/// ```swift
/// let barricade = Barricade(login, profile)
/// let session = URLSession(configuration: .barricaded(by: barricade))
/// try barricade.select("Offline", for: "Login")
/// ```
///
/// Many live side by side in one process and know nothing of each other, so each test makes its
/// own. An app registers its sets with ``shared``. Keep a reference while its sessions are in use:
/// when a barricade is released its sessions fail every request, and let none through.
///
/// Of several sets that match a request, the one registered last answers; of those registered in
/// one call, the one written first. What answers is decided once for each request, when its load
/// starts. All members may be used from any thread.
public final class Barricade: Sendable {
    /// The name under which the selection is saved; unique in an app.
    public let name: String

    let store: ResponseStore
    let clock: any Clock<Duration>
    /// How long responses wait when neither they nor their set say so.
    let delay: ResponseDelay
    let isDisabled: Bool
    let timeline: Timeline
    let random: RandomSource
    let log: RequestLog
    let loading = LoadingClasses()
    let headerSources = HeaderSources()
    let ownSession = Locked<URLSession?>(nil)

    /// Makes a barricade of the sets given.
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - presets: Selections over several sets, to be applied by name.
    ///   - name: The name under which the selection is saved.
    ///   - unmatchedPolicy: What requests get that no set claims; they fail by default.
    ///   - delay: How long responses wait that do not say so, nor their set.
    ///   - networkConditions: What the network is like; `nil` takes no time and loses nothing.
    ///   - files: Where body files are looked for, in order; `nil` means the main bundle's
    ///     resources, then the working directory.
    ///   - storage: Where the selection is kept between runs; nowhere by default.
    ///   - launchOptions: What a launch asks for; nothing by default.
    ///   - logLimits: How much of its requests the barricade remembers.
    ///   - clock: The clock that delays and timeouts wait on.
    ///   - seed: What random delays and choices follow from: the same seed, the same run.
    ///   - faultHandler: What to do with mistakes in sets, launch options and saved selections when
    ///     they are found; `nil` writes them to the system log or, on Linux, to standard error.
    public convenience init(
        _ sets: ResponseSet..., presets: [Preset] = [], name: String = "Barricade",
        unmatchedPolicy: UnmatchedPolicy = .fail, delay: ResponseDelay = .none,
        networkConditions: NetworkConditions? = nil, files: [FileLocation]? = nil,
        storage: any SelectionStorage = .memory,
        launchOptions: LaunchOptions = .none, logLimits: RequestLogLimits = RequestLogLimits(),
        clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = .random(in: .min ... .max),
        faultHandler: (@Sendable (BarricadeError) -> Void)? = nil
    ) {
        self.init(
            sets, presets: presets, name: name, unmatchedPolicy: unmatchedPolicy, delay: delay,
            networkConditions: networkConditions, files: files, storage: storage,
            launchOptions: launchOptions, logLimits: logLimits,
            clock: clock, seed: seed, faultHandler: faultHandler)
    }

    /// Makes a barricade of a list of sets, with the same parameters.
    public init(
        _ sets: [ResponseSet], presets: [Preset] = [], name: String = "Barricade",
        unmatchedPolicy: UnmatchedPolicy = .fail, delay: ResponseDelay = .none,
        networkConditions: NetworkConditions? = nil, files: [FileLocation]? = nil,
        storage: any SelectionStorage = .memory,
        launchOptions: LaunchOptions = .none, logLimits: RequestLogLimits = RequestLogLimits(),
        clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = .random(in: .min ... .max),
        faultHandler: (@Sendable (BarricadeError) -> Void)? = nil
    ) {
        self.name = name
        self.clock = clock
        self.delay = launchOptions.delay ?? delay
        isDisabled = launchOptions.isDisabled
        timeline = Timeline(clock)
        let report = faultHandler ?? FaultReport.print
        random = RandomSource(seed: seed)
        log = RequestLog(limits: logLimits)
        store = ResponseStore(
            files: files ?? FileLocation.standard, random: random,
            keeper: SelectionKeeper(storage: storage, barricade: name),
            launchOptions: launchOptions, report: report)
        if let delayFault { report(delayFault) }
        register(sets)
        register(presets)
        self.unmatchedPolicy = unmatchedPolicy
        self.networkConditions = launchOptions.networkConditions ?? networkConditions
    }

    deinit {
        loading.disconnect()
    }

    /// What random delays and choices follow from, to repeat a run that failed.
    public var seed: UInt64 { random.seed }

    /// What happens to requests that no set claims; they fail by default.
    public var unmatchedPolicy: UnmatchedPolicy {
        get { store.routing.unmatchedPolicy }
        set { store.update { $0.setUnmatchedPolicy(newValue) } }
    }

    /// What the network is like that requests go over; `nil`, as at first, takes no time.
    ///
    /// A request keeps the conditions that it began with. Conditions that cannot be met, as with no
    /// bandwidth, are reported, and fail the requests that response sets answer.
    public var networkConditions: NetworkConditions? {
        get { store.routing.traffic?.conditions }
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
    public var changes: BroadcastSequence<StoreChange> { store.changes }

    /// What its delay fails the requests with that it would hold up; usually `nil`.
    var delayFault: BarricadeError? {
        delay.fault.map {
            BarricadeError(
                .invalidDefinition,
                "Barricade \"\(name.shortened)\" cannot hold up responses: \($0).")
        }
    }

    /// Returns what cannot work as it is: unusable definitions, missing files, unknown names.
    ///
    /// Call it in a test, so that a mistake shows before the request that meets it:
    ///
    /// ```swift
    /// #expect(barricade.validate() == [])
    /// ```
    ///
    /// It reads the file of every response, and of every resource, that has one.
    public func validate() -> [BarricadeError] {
        let state = store.snapshot
        let sets = state.orderedSets
        return sets.flatMap { state.definitionFaults[$0.name] ?? [] }
            + sets.flatMap { $0.responses.flatMap { $0.check() } }
            + store.resources.faults(of: sets.compactMap(\.definition.resource))
            + state.presets.compactMap { state.fault(of: $0) }
            + state.unmetLaunchOptions
            + [delayFault, networkConditions?.error].compactMap(\.self)
            + state.routing.unmatchedPolicy.unreadableHosts.map {
                BarricadeError(
                    .invalidDefinition,
                    "The unmatched policy names \"\($0)\", which is not a host, so nothing passes.")
            }
    }
}

// MARK: - Sets

extension Barricade {
    /// The sets, the one that is asked first in front.
    public var sets: [ResponseSet] { store.snapshot.orderedSets.map(\.definition) }

    /// Registers sets in front of those that are there, the first one foremost.
    ///
    /// One with the name of a registered set replaces it, and keeps its selection if that response
    /// still exists. A mistake in a set is reported and costs nothing but what it is about.
    public func register(_ sets: ResponseSet...) {
        register(sets)
    }

    /// Registers a list of sets in front of those that are there, the first one foremost.
    public func register(_ sets: [ResponseSet]) {
        store.update { $0.register(sets) }
    }

    /// Takes a set out; its requests are for the next set that matches, or unmatched.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` where no set has that name.
    public func unregister(_ set: String) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in try state.unregister(set) }
    }

    /// Returns what a set does with the requests it claims.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` where no set has that name.
    public func mode(of set: String) throws(BarricadeError) -> ResponseSetMode {
        let state = store.snapshot
        _ = try state.registeredSet(set)
        return state.routing.modes[set, default: .barricaded]
    }

    /// Lets a set answer its requests, or lets them go to the real server.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` where no set has that name.
    public func setMode(_ mode: ResponseSetMode, for set: String) throws(BarricadeError) {
        if mode == .held {
            _ = try hold(set)
        } else {
            try store.update { state throws(BarricadeError) in try state.setMode(mode, for: set) }
        }
    }

    /// Keeps a set's requests waiting until they are released, or their timeout.
    ///
    /// The set answers again after ``HeldRequests/releaseAll()``, or when its mode is set or reset.
    ///
    /// - Returns: What the requests wait at; the same one while the set is held.
    /// - Throws: ``BarricadeError/Code/unknownName`` where no set has that name.
    public func hold(_ set: String) throws(BarricadeError) -> HeldRequests {
        let clock = clock
        return try store.update { state throws(BarricadeError) in
            try state.hold(set) { registered in
                HeldRequests(
                    set: set, clock: clock,
                    end: { [weak self] in try? self?.setMode(.barricaded, for: set) },
                    missing: { [weak self] found, wanted, timeout in
                        self?.missingRequest(registered, found: found, wanted: wanted, timeout)
                            ?? BarricadeError(.barricadeReleased, "The barricade no longer exists.")
                    })
            }
        }
    }

    /// Lets all held requests go, and makes every held set answer again.
    public func releaseAll() {
        for gate in store.routing.held.values { gate.releaseAll() }
    }
}
