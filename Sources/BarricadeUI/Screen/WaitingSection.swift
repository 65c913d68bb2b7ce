#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The requests that wait to be released.
struct WaitingSection: View {
    @ObservedObject var screen: ObservedModel

    var body: some View {
        let rows = screen.model.heldRows
        if !rows.isEmpty {
            Section("Waiting") {
                ForEach(rows) { HeldRowView(screen: screen, row: $0) }
                Button("Release All") { screen.model.releaseAll() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.releaseAll)
            }
        }
    }
}

private struct HeldRowView: View {
    @ObservedObject var screen: ObservedModel
    let row: HeldRow
    @State private var isAsking = false

    private var model: ScreenModel { screen.model }

    var body: some View {
        TimelineView(.periodic(from: row.held.arrival, by: 1)) { timeline in
            Button {
                isAsking = true
            } label: {
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: row.held.request).lineLimit(3)
                    Text(verbatim: "\(row.held.set) · \(row.timeLeft(at: timeline.date))")
                        .font(.caption)
                        .monospacedDigit()
                        .foregroundStyle(.secondary)
                }
            }
            .buttonStyle(.plain)
            .accessibilityLabel(row.sentence(at: timeline.date))
            .accessibilityHint("Releases the request")
            .accessibilityIdentifier(BarricadeScreenIdentifier.heldRequest(row.id))
        }
        .confirmationDialog("Release with", isPresented: $isAsking, titleVisibility: .visible) {
            choice(row.held.response, .asSelected)
            ForEach(model.otherResponses(for: row.held), id: \.self) { choice($0, .response($0)) }
            choice("No network", .offline)
            choice("The real server", .live)
            Button("Cancel", role: .cancel) {}
        } message: {
            Text(verbatim: row.held.request)
        }
    }

    private func choice(_ title: String, _ release: ScreenModel.Release) -> some View {
        Button {
            model.release(row.held, to: release)
        } label: {
            Text(verbatim: title)
        }
    }
}
#endif
