public import Barricade

extension BarricadeError.Code {
    /// A port on which a panel or a server cannot listen.
    public static let cannotListen = Self(rawValue: 14)
    /// A panel that does not answer, since its app has ended or has not opened it.
    public static let unreachablePanel = Self(rawValue: 18)
    /// A token that is not that of the panel.
    public static let wrongToken = Self(rawValue: 19)
    /// A request that a panel refuses for another reason than an unknown name.
    public static let refusedByPanel = Self(rawValue: 20)
}
