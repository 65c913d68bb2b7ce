/// What a response set does with the requests it claims.
public enum ResponseSetMode: String, Sendable, Hashable, CaseIterable {
    /// It answers them with the response that is selected.
    case barricaded
    /// It lets them go to the real server.
    case live
    /// It keeps them waiting until they are released; ``Barricade/hold(_:)`` gives the way to.
    case held
}
