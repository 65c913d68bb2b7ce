import Barricade

extension BarricadeError {
    /// Returns the error that a call throws; `nil` if it throws none, or that of another.
    static func thrown(by call: () throws -> some Any) -> BarricadeError? {
        do {
            _ = try call()
            return nil
        } catch {
            return BarricadeError(error)
        }
    }
}
