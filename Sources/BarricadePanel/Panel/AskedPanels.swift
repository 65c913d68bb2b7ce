import Barricade

/// The panels that launch options have asked for, so that each barricade opens one.
enum AskedPanels {
    private struct Asked {
        weak var barricade: Barricade?
        let panel: Panel
    }

    private static let all = Locked<[Asked]>([])

    /// Returns the open panel of a barricade, or opens it.
    static func panel(
        of barricade: Barricade, open: () throws(BarricadeError) -> Panel
    ) throws(BarricadeError) -> Panel {
        try all.withLock { all throws(BarricadeError) in
            all.removeAll { $0.barricade == nil || !$0.panel.isOpen }
            if let asked = all.first(where: { $0.barricade === barricade }) { return asked.panel }
            let panel = try open()
            all.append(Asked(barricade: barricade, panel: panel))
            return panel
        }
    }
}
