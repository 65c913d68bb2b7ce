import Barricade
import BarricadeSurfaces
import Foundation

/// The model of the screen: a barricade's state, and the user's search, filters and arrangement.
///
/// It imports no user interface, so that ordinary tests can test it. It does not retain the
/// barricade, which may be released while the screen is shown.
@MainActor final class ScreenModel {
    /// The values that the screen draws.
    struct State {
        var overview: BarricadeOverview
        var isReleased = false
        var search = SetSearch()
        var preferences = Arrangement()
        var undo: UndoStep?
        var message: String?
        var notice: String?
        var editing: Editing?
        var log = LogState()
        var foundFaults: [String]?
    }

    private(set) weak var barricade: Barricade?
    /// The address of the barricade's page in a browser, if it has one.
    let panel: URL?
    /// Called before the screen changes.
    var willChange: (@MainActor () -> Void)?
    private let storage: ScreenPreferencesStorage
    let choices: Choices

    var state: State {
        willSet { willChange?() }
        didSet { sectionsCache = nil }
    }
    private var sectionsCache: [SetSection]?
    var detailCache: (basis: DetailBasis, detail: LogDetail)?

    init(
        _ barricade: Barricade, panel: URL? = nil,
        storage: ScreenPreferencesStorage = ScreenPreferencesStorage()
    ) {
        self.barricade = barricade
        self.panel = panel
        self.storage = storage
        choices = Choices(barricade)
        state = State(overview: barricade.overview)
        if state.overview.storage.isLasting {
            state.preferences = storage.load(for: barricade.name)
        }
    }

    // MARK: Following the barricade

    /// Updates the screen after each change of the barricade, until the task is cancelled.
    func follow() async {
        guard let overviews = barricade?.overviews else { return end() }
        // Replies are kept while the screen is shown.
        let viewer = barricade?.viewReplies()
        for await overview in overviews { show(overview) }
        withExtendedLifetime(viewer) {}
        if !Task.isCancelled { end() }
    }

    /// Shows the barricade's present state.
    func refresh() {
        guard let barricade else { return end() }
        show(barricade.overview)
    }

    private func show(_ overview: BarricadeOverview) {
        guard overview.revision > state.overview.revision else { return }
        state.overview = overview
        readLog()
    }

    private func end() {
        if !state.isReleased { state.isReleased = true }
    }

    // MARK: What is shown

    var overview: BarricadeOverview { state.overview }

    /// The message about a barricade that has been released.
    static let absence = "The barricade no longer exists."

    /// Whether the barricade has been released, so that nothing can be selected.
    var isReleased: Bool { state.isReleased }

    /// The search over the sets.
    var search: SetSearch {
        get { state.search }
        set { if newValue != state.search { state.search = newValue } }
    }

    /// A message to show, such as the error of a command.
    var message: String? {
        get { state.message }
        set { state.message = newValue }
    }

    /// Whether there is a message to show.
    var hasMessage: Bool {
        get { message != nil }
        set { if !newValue { message = nil } }
    }

    /// The problem with the storage of the selection; usually `nil`.
    var storageFault: String? { state.overview.storage.fault }

    var preferences: Arrangement {
        get { state.preferences }
        set {
            state.preferences = newValue
            if state.overview.storage.isLasting {
                storage.save(newValue, for: state.overview.name)
            }
        }
    }

    /// The sections of the list: pinned sets, groups, and sets of no group.
    var sections: [SetSection] {
        if let sectionsCache { return sectionsCache }
        let sections = overview.sections(search, preferences)
        sectionsCache = sections
        return sections
    }
}

extension ScreenModel {
    /// The text to show if the list is empty; `nil` otherwise.
    var emptyText: String? {
        guard sections.isEmpty else { return nil }
        return overview.sets.isEmpty
            ? "No response sets are registered." : "No set is found."
    }

    /// Returns the row of a set; `nil` if it is not registered any more.
    func row(of set: String) -> SetRow? {
        overview.row(of: set, isPinned: preferences.pinned.contains(set))
    }

    func togglePin(of set: String) {
        if preferences.pinned.contains(set) {
            preferences.pinned.removeAll { $0 == set }
        } else {
            preferences.pinned.append(set)
        }
    }

    func toggleCollapse(of group: String) {
        if preferences.collapsed.remove(group) == nil { preferences.collapsed.insert(group) }
    }
}
