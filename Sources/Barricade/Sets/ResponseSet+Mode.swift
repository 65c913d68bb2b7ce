extension ResponseSet {
    /// The way a response set treats the requests it claims.
    public enum Mode: String, Sendable, Codable, CaseIterable {
        /// It answers them with the selected response.
        case barricaded
        /// It lets them pass through to the real server.
        case live
        /// It holds them until they are released; see ``Barricade/hold(_:)``.
        case held
        /// It lets them pass through to the real server, and a recorder keeps the replies; while there
        /// is none, they fail.
        case recording
    }
}

extension ResponseSet.Mode {
    /// Whether the real server answers.
    package var isLive: Bool { self == .live || self == .recording }
}
