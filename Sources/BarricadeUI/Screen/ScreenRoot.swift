#if canImport(SwiftUI)
import SwiftUI

/// The screen's navigation: two columns where there is room, else one list that opens others.
struct ScreenRoot: View {
    @ObservedObject var screen: ObservedModel
    #if os(tvOS) || os(watchOS)
    @State private var path: [ScreenPlace] = []
    #else
    @State private var chosen: ScreenPlace?
    @State private var path: [ScreenPlace] = []
    #endif

    var body: some View {
        columns
            .modifier(MessageAlert(screen: screen))
    }

    #if os(tvOS) || os(watchOS)
    private var columns: some View {
        NavigationStack(path: $path) {
            SetList(screen: screen) { path.append($0) }
                .navigationDestination(for: ScreenPlace.self) { place in
                    PlaceView(screen: screen, place: place) { path.append($0) }
                }
        }
    }
    #else
    private var columns: some View {
        NavigationSplitView {
            SetList(screen: screen, chosen: $chosen) { chosen = $0 }
                .navigationSplitViewColumnWidth(min: 300, ideal: 360)
        } detail: {
            NavigationStack(path: $path) {
                detail
                    .navigationDestination(for: ScreenPlace.self) { place in
                        PlaceView(screen: screen, place: place) { path.append($0) }
                    }
            }
        }
        // What was opened in one place does not stay above the next.
        .onChange(of: chosen) { _ in path = [] }
        #if os(macOS)
        .frame(minWidth: 720, minHeight: 440)
        #endif
    }

    @ViewBuilder private var detail: some View {
        if let chosen {
            PlaceView(screen: screen, place: chosen) { path.append($0) }
        } else {
            Text("Choose a set").foregroundStyle(.secondary)
        }
    }
    #endif
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
