public import Barricade

extension BarricadeError.Code {
    /// A HAR file that cannot be read or written.
    public static let unreadableArchive = Self(rawValue: 17)
}
