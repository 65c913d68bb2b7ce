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
    let isDisabled: Bool
    let timeline: Timeline
    let random: RandomSource
    let log: RequestLog
    let loading = LoadingClasses()
    let ownSession = Locked<URLSession?>(nil)
    /// Says a mistake to whoever handles it.
    let report: @Sendable (BarricadeError) -> Void

    /// Makes a barricade of the sets given.
    ///
    /// ```swift
    /// let barricade = Barricade(login, profile) { $0.seed = 7 }
    /// ```
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - configure: Changes the settings, which all have defaults; called once, at once.
    public convenience init(
        _ sets: any ResponseSetConvertible..., configure: (inout Settings) -> Void = { _ in }
    ) {
        var settings = Settings()
        configure(&settings)
        self.init(settings: settings)
        register(sets.flatMap { $0.responseSets })
    }

    init(settings: Settings) {
        let launchOptions = settings.launchOptions
        name = settings.name
        clock = settings.clock
        isDisabled = launchOptions.isDisabled
        timeline = Timeline(clock)
        report = settings.faultHandler ?? FaultReport.print
        random = RandomSource(seed: settings.seed)
        log = RequestLog(limits: settings.logLimits)
        store = ResponseStore(
            Routing(random: random, delay: launchOptions.delay ?? settings.delay, of: name),
            HandlerState(
                files: settings.files.map { [$0] } ?? FileLocation.standard, random: random),
            keeper: SelectionKeeper(storage: settings.storage, barricade: name),
            launchOptions: launchOptions, report: report)
        if let delayFault { report(delayFault) }
        register(settings.presets)
        unmatchedPolicy = settings.unmatchedPolicy
        networkConditions = launchOptions.networkConditions ?? settings.networkConditions
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
    private var delayFault: BarricadeError? { store.routing.delayFault }

    /// Returns what cannot work as it is: unusable definitions, missing files, unknown names, sets
    /// that can never answer.
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
        var seen: Set<BarricadeError> = []
        return sets.flatMap { state.definitionFaults[$0.name] ?? [] }
            // What is wrong with a resource is wrong with each of its sets.
            + sets.flatMap { $0.responses.flatMap { $0.check() } }.filter {
                seen.insert($0).inserted
            }
            + state.shadowingFaults
            + state.presets.compactMap { state.fault(of: $0) }
            + state.unmetLaunchOptions
            + [delayFault, networkConditions?.error].compactMap(\.self)
            + state.routing.unmatchedPolicy.faults
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
    public func register(_ sets: any ResponseSetConvertible...) {
        register(sets.flatMap { $0.responseSets })
    }

    private func register(_ sets: [ResponseSet]) {
        store.update { $0.register(sets) }
    }

    /// Returns the set that would answer a request if it came now; `nil` if none claims it.
    ///
    /// ```swift
    /// let request = try #require(BarricadeRequest(URLRequest(url: url)))
    /// #expect(barricade.responseSet(claiming: request)?.name == "User")
    /// ```
    ///
    /// Nothing is sent, logged or taken from a sequence. The set may be live or held.
    public func responseSet(claiming request: BarricadeRequest) -> ResponseSet? {
        store.beginRouting().routing.responseSet(for: request)?.definition
    }

    /// Takes a set out; its requests are for the next set that matches, or unmatched.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` where no set has that name.
    public func unregister(_ set: String) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in try state.unregister(set) }
    }

    /// Takes all sets out; what requests get then is up to ``unmatchedPolicy``.
    public func unregisterAll() {
        store.update { $0.unregisterAll() }
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
                    end: { [weak self] gate in self?.store.update { $0.endHold(of: set, at: gate) }
                    },
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

extension Barricade: CustomStringConvertible {
    /// The sets, what answers for each and what else could, the presets, and the unmatched policy.
    public var description: String { store.snapshot.description }
}
