#if canImport(SwiftUI)
import SwiftUI

/// The screen's navigation: two columns where there is room, else one list that opens others.
struct ScreenRoot: View {
    @ObservedObject var screen: ObservedModel
    /// Closes the screen, if whoever presents it cannot be told by the environment.
    let close: (() -> Void)?
    #if os(tvOS) || os(watchOS)
    @State private var path: [ScreenPlace] = []
    #else
    @State private var chosen: ScreenPlace?
    #endif

    var body: some View {
        columns
            .modifier(MessageAlert(screen: screen))
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
            SetList(screen: screen, close: close, chosen: $chosen) { chosen = $0 }
                .navigationSplitViewColumnWidth(min: 300, ideal: 360)
        } detail: {
            // What was opened in one place does not stay above the next.
            DetailStack(screen: screen, place: chosen).id(chosen)
        }
        #if os(macOS)
        .frame(minWidth: 720, minHeight: 440)
        #endif
    }
    #endif
}

#if !os(tvOS) && !os(watchOS)
/// The second column: a place, and what is opened in it.
private struct DetailStack: View {
    @ObservedObject var screen: ObservedModel
    let place: ScreenPlace?
    @State private var path: [ScreenPlace] = []

    var body: some View {
        NavigationStack(path: $path) {
            root
                .navigationDestination(for: ScreenPlace.self) { place in
                    PlaceView(screen: screen, place: place) { path.append($0) }
                }
        }
    }

    @ViewBuilder private var root: some View {
        if let place {
            PlaceView(screen: screen, place: place) { path.append($0) }
        } else {
            Text("Choose a set").foregroundStyle(.secondary)
        }
    }
}
#endif

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
        case .about: AboutView(screen: screen)
        }
    }
}

/// The alert that says why a choice failed.
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
#endif
