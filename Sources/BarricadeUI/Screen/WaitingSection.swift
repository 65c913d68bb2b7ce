#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The requests that wait to be released.
struct WaitingSection: View {
    @ObservedObject var model: ScreenModel

    var body: some View {
        let held = model.overview.heldRequests
        if !held.isEmpty {
            Section("Waiting") {
                ForEach(held) { HeldRowView(model: model, held: $0) }
                Button("Release All") { model.releaseAll() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.releaseAll)
            }
        }
    }
}

private struct HeldRowView: View {
    @ObservedObject var model: ScreenModel
    let held: BarricadeOverview.HeldSummary
    @State private var isAsking = false

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
            choice(held.response) { model.release(held) }
            ForEach(model.otherResponses(for: held), id: \.self) { name in
                choice(name) { model.release(held, asResponse: name) }
            }
            choice("No network") { model.release(held, with: .offline()) }
            choice("The real server") { model.release(held, with: .live()) }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text(verbatim: held.request)
        }
    }

    private func choice(_ title: String, release: @escaping () -> Void) -> some View {
        Button(action: release) { Text(verbatim: title) }
    }
}
#endif
