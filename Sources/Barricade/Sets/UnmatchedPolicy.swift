/// The policy for a request that no response set claims.
public struct UnmatchedPolicy: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        case fail
        case passThrough
        case warn
    }

    private struct Rule: Sendable, Hashable {
        let host: String
        /// `nil` if the host cannot be read; every unmatched request then fails.
        let pattern: HostPattern?
        let action: Action
    }

    private var rules: [Rule] = []
    private let otherwise: Action

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
        UnmatchedPolicy(hosts, .passThrough, otherwise: .fail)
    }

    /// Requests to these hosts fail; requests to others pass through.
    public static func fail(hosts: [String]) -> UnmatchedPolicy {
        UnmatchedPolicy(hosts, .fail, otherwise: .passThrough)
    }

    private init(otherwise: Action) {
        self.otherwise = otherwise
    }

    private init(_ hosts: [String], _ action: Action, otherwise: Action) {
        rules = hosts.map { host in
            Rule(host: host, pattern: try? HostPattern(parsing: host[...]), action: action)
        }
        self.otherwise = otherwise
    }

    func action(for request: BarricadeRequest) -> Action {
        guard unreadableHosts.isEmpty else { return .fail }
        let rule = rules.first { $0.pattern?.matches(request.target) ?? false }
        return rule?.action ?? otherwise
    }

    /// Whether every host may be reached.
    var isOpen: Bool { otherwise != .fail && rules.isEmpty }

    /// The mistakes in it; usually none.
    package var faults: [BarricadeError] {
        unreadableHosts.map {
            BarricadeError(
                .invalidDefinition,
                """
                The unmatched policy names "\($0)", which is not a host, so nothing passes through.
                """)
        }
    }

    /// The hosts that cannot be read, for messages; while there are any, nothing passes through.
    var unreadableHosts: [String] { rules.filter { $0.pattern == nil }.map(\.host.shortened) }
}

extension UnmatchedPolicy: CustomStringConvertible {
    /// The policy in a few words: `pass through to localhost:8080, else fail`.
    public var description: String {
        guard let first = rules.first else { return "\(otherwise)" }
        let hosts = rules.map(\.host.shortened).joined(separator: ", ")
        return first.action == .fail
            ? "fail for \(hosts), else \(otherwise)"
            : "\(first.action) to \(hosts), else \(otherwise)"
    }
}

extension UnmatchedPolicy.Action: CustomStringConvertible {
    var description: String {
        switch self {
        case .fail: "fail"
        case .passThrough: "pass through"
        case .warn: "pass through with a warning"
        }
    }
}
