#if canImport(SwiftUI)
import Bookshop
import Combine

/// A page's model, for views to observe.
@MainActor final class ObservedPage: ObservableObject {
    private let model: PageModel

    init(_ model: PageModel) {
        self.model = model
    }

    var title: String { model.page.rawValue }
    var screen: Screen? { model.screen }
    var isLoading: Bool { model.isLoading }

    /// Makes the page's request, and has the views drawn anew before and after.
    func open() async {
        // The model is loading before the views are drawn, since both take turns on the main actor.
        objectWillChange.send()
        await model.open()
        objectWillChange.send()
    }
}
#endif
