#if canImport(SwiftUI)
import Barricade
import Combine
import Foundation
import SwiftUI

/// The screen's navigation: two columns if there is room, otherwise a stack.
struct ScreenRoot: View {
    @ObservedObject var model: ScreenModel
    /// Closes the screen if the environment's `dismiss` cannot.
    let close: (() -> Void)?
    #if os(tvOS) || os(watchOS)
    @State private var path: [ScreenPlace] = []
    #else
    @State private var places = OpenPlaces()
    #endif

    var body: some View {
        columns
            .alert("That did not work", isPresented: $model.hasMessage) {
                Button("OK") { model.message = nil }
            } message: {
                Text(verbatim: model.message ?? "")
            }
            #if !os(tvOS) && !os(watchOS)
        .sheet(isPresented: $model.isEditing) { EditorView(model: model) }
            #endif
    }

    #if os(tvOS) || os(watchOS)
    private var columns: some View {
        NavigationStack(path: $path) {
            SetList(model: model, close: close) { path.append($0) }
                .navigationDestination(for: ScreenPlace.self) { place in
                    PlaceView(model: model, place: place) { path.append($0) }
                }
        }
    }
    #else
    private var columns: some View {
        NavigationSplitView {
            SetList(model: model, close: close, chosen: $places.first) { places.first = $0 }
                .navigationSplitViewColumnWidth(min: 300, ideal: 360)
        } detail: {
            NavigationStack(path: $places.later) {
                detail
                    .navigationDestination(for: ScreenPlace.self) { place in
                        PlaceView(model: model, place: place) { places.later.append($0) }
                    }
            }
        }
        #if os(macOS)
        .frame(minWidth: 720, minHeight: 440)
        #endif
    }

    @ViewBuilder private var detail: some View {
        if let first = places.first {
            PlaceView(model: model, place: first) { places.later.append($0) }
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
    @ObservedObject var model: ScreenModel
    let place: ScreenPlace
    let open: (ScreenPlace) -> Void

    var body: some View {
        switch place {
        case .set(let name): SetDetail(model: model, name: name, open: open)
        case .response(let name, let set): ResponseDetailView(model: model, set: set, name: name)
        case .log: LogView(model: model)
        case .request(let id): RequestDetail(model: model, id: id)
        case .body(let source): BodyPage(model: model, source: source)
        case .about: AboutView(model: model)
        }
    }
}

extension ScreenModel: ObservableObject {
    /// Makes the model for views, which it tells before it changes.
    convenience init(observed barricade: Barricade, panel: URL? = nil) {
        self.init(barricade, panel: panel)
        willChange = { [weak self] in self?.objectWillChange.send() }
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
