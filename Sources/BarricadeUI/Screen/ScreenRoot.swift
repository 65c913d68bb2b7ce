#if canImport(SwiftUI)
import Combine
import SwiftUI

/// The screen's navigation: two columns if there is room, otherwise a stack.
struct ScreenRoot: View {
    @ObservedObject var screen: ObservedModel
    /// Closes the screen if the environment's `dismiss` cannot.
    let close: (() -> Void)?
    #if os(tvOS) || os(watchOS)
    @State private var path: [ScreenPlace] = []
    #else
    @State private var places = OpenPlaces()
    #endif

    var body: some View {
        columns
            .modifier(MessageAlert(screen: screen))
            #if !os(tvOS) && !os(watchOS)
        .sheet(isPresented: $screen.model.isEditing) { EditorView(screen: screen) }
            #endif
    }

    #if os(tvOS) || os(watchOS)
    private var columns: some View {
        NavigationStack(path: $path) {
            SetList(screen: screen, close: close) { path.append($0) }
                .navigationDestination(for: ScreenPlace.self) { place in
                    PlaceView(screen: screen, place: place) { path.append($0) }
                }
        }
    }
    #else
    private var columns: some View {
        NavigationSplitView {
            SetList(screen: screen, close: close, chosen: $places.first) { places.first = $0 }
                .navigationSplitViewColumnWidth(min: 300, ideal: 360)
        } detail: {
            NavigationStack(path: $places.later) {
                detail
                    .navigationDestination(for: ScreenPlace.self) { place in
                        PlaceView(screen: screen, place: place) { places.later.append($0) }
                    }
            }
        }
        #if os(macOS)
        .frame(minWidth: 720, minHeight: 440)
        #endif
    }

    @ViewBuilder private var detail: some View {
        if let first = places.first {
            PlaceView(screen: screen, place: first) { places.later.append($0) }
        } else {
            Text("Choose a set").foregroundStyle(.secondary)
        }
    }
    #endif
}

/// The places that are open beside the list.
private struct OpenPlaces {
    /// The place that was chosen in the list.
    var first: ScreenPlace? {
        // Another first place closes all later ones.
        didSet { if first != oldValue { later = [] } }
    }
    /// The places that were opened from it, in order.
    var later: [ScreenPlace] = []
}

/// The view of a place.
struct PlaceView: View {
    @ObservedObject var screen: ObservedModel
    let place: ScreenPlace
    let open: (ScreenPlace) -> Void

    var body: some View {
        switch place {
        case .set(let name): SetDetail(screen: screen, name: name, open: open)
        case .response(let name, let set): ResponseDetailView(screen: screen, set: set, name: name)
        case .log: LogView(screen: screen)
        case .request(let id): RequestDetail(screen: screen, id: id)
        case .body(let source): BodyPage(screen: screen, source: source)
        case .about: AboutView(screen: screen)
        }
    }
}

/// The alert that shows why a command failed.
private struct MessageAlert: ViewModifier {
    @ObservedObject var screen: ObservedModel

    func body(content: Content) -> some View {
        content.alert("That did not work", isPresented: $screen.model.hasMessage) {
            Button("OK") { screen.model.message = nil }
        } message: {
            Text(verbatim: screen.model.message ?? "")
        }
    }
}

/// The model, for views to observe.
@MainActor final class ObservedModel: ObservableObject {
    /// Never replaced; a variable only for bindings such as `$screen.model.policy`.
    var model: ScreenModel

    init(_ model: ScreenModel) {
        self.model = model
        model.willChange = { [weak self] in self?.objectWillChange.send() }
    }
}

/// A place that can be opened.
enum ScreenPlace: Hashable {
    case set(String)
    case response(String, set: String)
    case log
    case request(Int)
    case body(BodySource)
    case about
}
#endif
