/// The policy for a request that no response set claims.
public struct UnmatchedPolicy: Sendable, Equatable {
    enum Action: String, Sendable {
        case fail
        case passThrough = "pass through"
        case warn = "pass through with a warning"
    }

    /// The hosts as written; while one is not readable, every unmatched request fails.
    private let hosts: [(text: String, clause: HostClause?)]
    /// The action for requests to other hosts.
    private let otherwise: Action
    /// The action for requests to the hosts.
    private var action: Action { otherwise == .fail ? .passThrough : .fail }
    /// The name of the plugin that is asked first; usually `nil`.
    let pluginName: (any PluginName)?

    /// The request fails with an error that describes it and says how to answer it; the default.
    public static let fail = UnmatchedPolicy(otherwise: .fail)

    /// The request passes through: it goes to the real server, untouched.
    public static let passThrough = UnmatchedPolicy(otherwise: .passThrough)

    /// The request passes through, and is reported as if it had failed.
    ///
    /// The barricade's fault handler gets the error, and the log's entry has it as its explanation.
    public static let warn = UnmatchedPolicy(otherwise: .warn)

    /// Requests to these hosts pass through; requests to others fail.
    ///
    /// A host may start with `*.` for all hosts below it, `*.example.com`, or have a port,
    /// `localhost:8080`. An IPv6 address may be spelled in any way, and needs brackets if it has a
    /// port: `[::1]:8080`.
    public static func passThrough(hosts: [String]) -> UnmatchedPolicy {
        UnmatchedPolicy(hosts, otherwise: .fail)
    }

    /// Requests pass through, except those to these hosts, which fail.
    public static func passThrough(except hosts: [String]) -> UnmatchedPolicy {
        UnmatchedPolicy(hosts, otherwise: .passThrough)
    }

    /// Makes the policy that asks a plugin, and lets pass through or fails what the plugin leaves
    /// to it.
    package init(asking name: any PluginName, orPassesThrough isOpen: Bool) {
        self.init(otherwise: isOpen ? .passThrough : .fail, asking: name)
    }

    private init(
        _ hosts: [String] = [], otherwise: Action, asking name: (any PluginName)? = nil
    ) {
        self.hosts = hosts.map { ($0, try? HostClause(parsing: $0[...])) }
        self.otherwise = otherwise
        pluginName = name
    }

    public static func == (left: UnmatchedPolicy, right: UnmatchedPolicy) -> Bool {
        left.hosts.map(\.text) == right.hosts.map(\.text) && left.otherwise == right.otherwise
            && left.pluginName.map { AnyHashable($0) } == right.pluginName.map { AnyHashable($0) }
    }

    func action(for request: BarricadeRequest) -> Action {
        if hosts.contains(where: { $0.clause == nil }) { return .fail }
        return hosts.contains { $0.clause?.matches(request.target) == true } ? action : otherwise
    }

    /// Whether every host may be reached.
    var isOpen: Bool { otherwise != .fail && hosts.isEmpty }

    /// The mistakes in it; usually none.
    var faults: [BarricadeError] {
        hosts.filter { $0.clause == nil }.map {
            BarricadeError(
                .invalidDefinition,
                """
                The unmatched policy names "\($0.text.shortened)", which is not a host, so nothing \
                passes through.
                """)
        }
    }
}

extension UnmatchedPolicy: CustomStringConvertible {
    /// The policy in a few words: `pass through to localhost:8080, else fail`.
    public var description: String {
        if let pluginName { return "\(pluginName)" }
        guard !hosts.isEmpty else { return otherwise.rawValue }
        let preposition = action == .fail ? "for" : "to"
        let names = hosts.map(\.text.shortened).joined(separator: ", ")
        return "\(action.rawValue) \(preposition) \(names), else \(otherwise.rawValue)"
    }
}
