public import Barricade

extension BarricadeError.Code {
    /// A reply whose secrets cannot be found, so that it cannot be kept.
    public static let unreadableSecrets = Self(.unreadableSecrets)
    /// A file that holds a known secret.
    public static let secretInFile = Self(.secretInFile)
}
