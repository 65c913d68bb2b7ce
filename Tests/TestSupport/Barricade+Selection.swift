package import Barricade

extension Barricade {
    /// The selected responses of the sets that are not at their default.
    package var changedSelection: Preset.Selection {
        var changed = selection
        for set in sets
        where changed[set.name] == set.defaultResponse ?? set.responses.first?.name {
            changed[set.name] = nil
        }
        return changed
    }
}
