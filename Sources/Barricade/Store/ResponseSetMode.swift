/// What a response set does with the requests it claims.
public enum ResponseSetMode: String, Sendable, Hashable, CaseIterable {
    /// It answers them with the response that is selected.
    case barricaded
    /// It lets them go to the real server.
    case live
}
