#if canImport(SwiftUI)
import Combine

/// The model, for views to observe.
@MainActor final class ObservedModel: ObservableObject {
    /// Never replaced; a variable only for bindings such as `$screen.model.policy`.
    var model: ScreenModel

    init(_ model: ScreenModel) {
        self.model = model
        model.willChange = { [weak self] in self?.objectWillChange.send() }
    }
}
#endif
