// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI

@MainActor @Suite(.timeLimit(.minutes(10))) struct PinningTests {
    /// A suite of one test's own, emptied at its end.
    private final class Suite {
        let name = "BarricadeUITests-\(UUID().uuidString)"
        var storage: ScreenPreferencesStorage { ScreenPreferencesStorage(suite: name) }

        deinit { UserDefaults(suiteName: name)?.removePersistentDomain(forName: name) }
    }

    private let suite = Suite()

    private func lasting(_ suite: Suite) -> Barricade {
        Barricade(Shop.all) {
            $0.name = "App"
            $0.storage = .userDefaults(suite: suite.name + "-selection")
        }
    }

    @Test func pinnedSetsComeFirstAndACollapsedGroupStillShowsWhatIsFound() {
        let barricade = Barricade(Shop.all)
        let model = ScreenModel(barricade, storage: suite.storage)
        model.togglePin(of: "Health")
        model.togglePin(of: "Login")
        #expect(model.sections.map(\.id) == [.pinned, .group("Account"), .group("Shop")])
        // In the order of pinning.
        var pinned = [model.sections[0].rows.map(\.name)]
        model.togglePin(of: "Health")
        pinned.append(model.sections[0].rows.map(\.name))
        #expect(pinned == [["Health", "Login"], ["Login"]])
        model.togglePin(of: "Login")

        model.toggleCollapse(of: "Account")
        var collapsed: [SetSection.ID] { model.sections.filter(\.isCollapsed).map(\.id) }
        #expect(collapsed == [.group("Account")])
        model.search.text = "login"
        #expect(collapsed == [])
        model.search.text = ""
        model.toggleCollapse(of: "Account")
        #expect(collapsed == [])
    }

    @Test func theyAreKeptWithALastingSelectionUnlessDamaged() throws {
        let fleeting = ScreenModel(Barricade(Shop.all) { $0.name = "App" }, storage: suite.storage)
        fleeting.togglePin(of: "Books")
        #expect(suite.storage.load(for: "App") == Arrangement())
        let first = lasting(suite)
        let model = ScreenModel(first, storage: suite.storage)
        model.togglePin(of: "Books")
        model.toggleCollapse(of: "Account")
        let second = lasting(suite)
        let later = ScreenModel(second, storage: suite.storage)
        let (names, isCollapsed) = (
            later.sections.first?.rows.map(\.name), later.sections.contains(where: \.isCollapsed)
        )
        #expect((names, isCollapsed) == (["Books"], true))
        let defaults = try #require(UserDefaults(suiteName: suite.name))
        defaults.set(Data("no json".utf8), forKey: "App")
        #expect(suite.storage.load(for: "App") == Arrangement())
    }
}
#endif
