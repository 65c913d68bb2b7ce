#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The section about all sets: differences from the defaults, conditions, policy, log.
struct OverallSection: View {
    @ObservedObject var screen: ObservedModel

    private var model: ScreenModel { screen.model }

    var body: some View {
        Section {
            Text(verbatim: model.overview.differences)
                .font(.headline)
                .accessibilityIdentifier(BarricadeScreenIdentifier.differences)
            if model.isReleased { Warning(text: ScreenModel.absence) }
            if let fault = model.storageFault { Warning(text: fault) }
            if let step = model.undoStep {
                Button {
                    model.undo()
                } label: {
                    Label("Undo \(step.title)", systemImage: "arrow.uturn.backward")
                }
                .accessibilityIdentifier(BarricadeScreenIdentifier.undo)
            }
            MadeHere(screen: screen)
            Conditions(screen: screen)
            NavigationLink(value: ScreenPlace.log) {
                LabeledContent("Log", value: model.overview.requestCount.counted("request"))
            }
            .accessibilityIdentifier(BarricadeScreenIdentifier.log)
            NavigationLink("About", value: ScreenPlace.about)
                .accessibilityIdentifier(BarricadeScreenIdentifier.about)
        }
    }
}

/// What was made on a screen and is not saved, and the actions that make and save.
private struct MadeHere: View {
    @ObservedObject var screen: ObservedModel

    private var model: ScreenModel { screen.model }

    var body: some View {
        if let notice = model.notice { Text(verbatim: notice).font(.footnote) }
        if let made = model.overview.madeHere { Text(verbatim: made.capitalizedFirst) }
        #if !os(tvOS) && !os(watchOS)
        if model.overview.madeHere != nil, model.overview.folder != nil {
            Button("Save to Folder") { model.saveToFolder() }
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("save-to-folder"))
        }
        Button {
            model.makeSet()
        } label: {
            Label("New Set", systemImage: "plus")
        }
        .accessibilityIdentifier(BarricadeScreenIdentifier.editor("new-set"))
        #endif
    }
}

/// The choices of network conditions and unmatched policy.
private struct Conditions: View {
    @ObservedObject var screen: ObservedModel

    private var model: ScreenModel { screen.model }

    var body: some View {
        Picker("Network", selection: $screen.model.conditions) {
            Text("As it is").tag(String?.none)
            ForEach(model.choices.networkConditions.map(\.name), id: \.self) { name in
                Text(verbatim: name).tag(String?.some(name))
            }
        }
        .accessibilityIdentifier(BarricadeScreenIdentifier.conditions)
        Picker("Unmatched requests", selection: $screen.model.policy) {
            ForEach(model.choices.unmatchedPolicies.map(\.description), id: \.self) { policy in
                // With a capital, since it begins a line.
                Text(verbatim: policy.capitalizedFirst).tag(policy)
            }
        }
        .accessibilityIdentifier(BarricadeScreenIdentifier.unmatchedPolicy)
    }
}

/// A warning with a symbol.
struct Warning: View {
    let text: String

    var body: some View {
        Label {
            Text(verbatim: text)
        } icon: {
            Image(systemName: "exclamationmark.triangle")
                .foregroundStyle(.orange)
                .accessibilityHidden(true)
        }
    }
}

/// The button that resets all sets, after a confirmation that lists the changes.
struct ResetButton: View {
    @ObservedObject var screen: ObservedModel
    @State private var isAsking = false

    var body: some View {
        Button("Reset") { isAsking = true }
            .disabled(!screen.model.canReset)
            .accessibilityIdentifier(BarricadeScreenIdentifier.reset)
            .confirmationDialog(
                "Reset all sets to their defaults?", isPresented: $isAsking,
                titleVisibility: .visible
            ) {
                Button("Reset", role: .destructive) { screen.model.reset() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.confirmReset)
                Button("Cancel", role: .cancel) {}
            } message: {
                Text(verbatim: screen.model.overview.resetLines.joined(separator: "\n"))
            }
    }
}
#endif
