import Barricade
import BarricadeSurfaces
import Foundation

/// The model of the screen: a barricade's state, and the user's search, filters and arrangement.
///
/// It imports no user interface, so that ordinary tests can test it. It does not retain the
/// barricade, which may be released while the screen is shown. The values of its ``State`` are
/// also its own: `model.search`.
@dynamicMemberLookup @MainActor final class ScreenModel {
    /// The values that the screen draws.
    struct State {
        var overview: BarricadeOverview
        /// Whether the barricade has been released, so that nothing can be selected.
        var isReleased = false
        /// The search over the sets.
        var search = SetSearch()
        var preferences = Arrangement()
        /// The latest reset or deletion that can be undone; `nil` if there is none.
        var undoStep: UndoStep?
        /// A message to show, such as the error of a command.
        var message: String?
        /// What became of the latest save to the folder; `nil` if there was none.
        var notice: String?
        var editing: Editing?
        var logSearch = LogSearch()
        /// Whether the log ignores new requests.
        var isLogPaused = false
        /// Whether requests and replies are shown with their secrets.
        var showsSecrets = false
        /// The mistakes that ``ScreenModel/validate()`` has found; `nil` until it has run.
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
    var logCache = LogCache()
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

    /// A value of the state; writing the same value changes nothing, as fields often do.
    subscript<Value: Equatable>(dynamicMember value: WritableKeyPath<State, Value>) -> Value {
        get { state[keyPath: value] }
        set { if newValue != state[keyPath: value] { state[keyPath: value] = newValue } }
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
        if overview.revision > state.overview.revision { state.overview = overview }
    }

    private func end() { state.isReleased = true }

    // MARK: What is shown

    /// The message about a barricade that has been released.
    static let absence = "The barricade no longer exists."

    /// Whether there is a message to show.
    var hasMessage: Bool {
        get { state.message != nil }
        set { if !newValue { state.message = nil } }
    }

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
        let sections = state.overview.sections(state.search, preferences)
        sectionsCache = sections
        return sections
    }
}

extension ScreenModel {
    /// The text to show if the list is empty; `nil` otherwise.
    var emptyText: String? {
        guard sections.isEmpty else { return nil }
        return state.overview.sets.isEmpty
            ? "No response sets are registered." : "No set is found."
    }

    /// Returns the row of a set; `nil` if it is not registered any more.
    func row(of set: String) -> SetRow? {
        state.overview.row(of: set, isPinned: preferences.pinned.contains(set))
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
