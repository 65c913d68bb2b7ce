public import Barricade

extension BarricadeError.Code {
    /// A port on which a panel or a server cannot listen.
    public static let cannotListen = Self(rawValue: 14)
    /// A panel that does not answer: its app has ended, or has not opened the panel.
    public static let unreachablePanel = Self(rawValue: 18)
    /// A token that is not the panel's.
    public static let wrongToken = Self(rawValue: 19)
    /// A request that a panel refuses, for any reason but an unknown name.
    public static let refusedByPanel = Self(rawValue: 20)
}
