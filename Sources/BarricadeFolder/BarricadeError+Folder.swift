public import Barricade

extension BarricadeError.Code {
    /// A folder of sets that cannot be read or written.
    public static let unusableFolder = Self(rawValue: 12)
}
