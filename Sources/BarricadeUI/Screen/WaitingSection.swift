#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The requests that wait to be released.
struct WaitingSection: View {
    @ObservedObject var screen: ObservedModel

    var body: some View {
        let held = screen.model.overview.heldRequests
        if !held.isEmpty {
            Section("Waiting") {
                ForEach(held) { HeldRowView(screen: screen, held: $0) }
                Button("Release All") { screen.model.releaseAll() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.releaseAll)
            }
        }
    }
}

private struct HeldRowView: View {
    @ObservedObject var screen: ObservedModel
    let held: BarricadeOverview.HeldSummary
    @State private var isAsking = false

    private var model: ScreenModel { screen.model }

    var body: some View {
        TimelineView(.periodic(from: held.arrival, by: 1)) { timeline in
            Button {
                isAsking = true
            } label: {
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: held.request).lineLimit(3)
                    Text(verbatim: "\(held.set) · \(held.timeLeft(at: timeline.date))")
                        .font(.caption)
                        .monospacedDigit()
                        .foregroundStyle(.secondary)
                }
            }
            .buttonStyle(.plain)
            .accessibilityLabel(held.sentence(at: timeline.date))
            .accessibilityHint("Releases the request")
            .accessibilityIdentifier(BarricadeScreenIdentifier.heldRequest(held.id))
        }
        .confirmationDialog("Release with", isPresented: $isAsking, titleVisibility: .visible) {
            choice(held.response, .asSelected)
            ForEach(model.otherResponses(for: held), id: \.self) { choice($0, .response($0)) }
            choice("No network", .offline)
            choice("The real server", .live)
            Button("Cancel", role: .cancel) {}
        } message: {
            Text(verbatim: held.request)
        }
    }

    private func choice(_ title: String, _ release: ScreenModel.Release) -> some View {
        Button {
            model.release(held, to: release)
        } label: {
            Text(verbatim: title)
        }
    }
}
#endif
