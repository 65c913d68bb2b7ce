import Barricade

extension SelectionStorage {
    /// Saves a whole selection in place of what is saved for a barricade.
    func save(_ selection: Preset.Selection, for barricade: String) throws {
        try update(for: barricade) { $0 = selection }
    }
}
