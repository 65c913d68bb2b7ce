#if canImport(SwiftUI)
import Combine

/// The model, for views to observe.
@MainActor final class ObservedModel: ObservableObject {
    /// A variable for bindings to what is in it, as `$screen.model.policy`; nobody replaces it.
    var model: ScreenModel

    init(_ model: ScreenModel) {
        self.model = model
        model.willChange = { [weak self] in self?.objectWillChange.send() }
    }
}
#endif
