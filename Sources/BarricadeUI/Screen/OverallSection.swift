#if canImport(SwiftUI)
import Barricade
import BarricadeSurfaces
import SwiftUI

/// The section about all sets: differences from the defaults, conditions, policy, log.
struct OverallSection: View {
    @ObservedObject var model: ScreenModel

    var body: some View {
        Section {
            Text(verbatim: model.overview.differences)
                .font(.headline)
                .accessibilityIdentifier(BarricadeScreenIdentifier.differences)
            if model.isReleased { Warning(text: ScreenModel.absence) }
            if let fault = model.overview.storage.fault { Warning(text: fault) }
            if let step = model.undoStep {
                Button("Undo \(step.title)", systemImage: "arrow.uturn.backward") { model.undo() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.undo)
            }
            madeHere
            conditions
            NavigationLink(value: ScreenPlace.log) {
                LabeledContent("Log", value: model.overview.requestCount.counted("request"))
            }
            .accessibilityIdentifier(BarricadeScreenIdentifier.log)
            NavigationLink("About", value: ScreenPlace.about)
                .accessibilityIdentifier(BarricadeScreenIdentifier.about)
        }
    }

    /// What was made on a screen and is not saved, and the actions that make and save.
    @ViewBuilder private var madeHere: some View {
        if let notice = model.notice { Text(verbatim: notice).font(.footnote) }
        let made = model.overview.madeHere
        if let made { Text(verbatim: made.capitalizedFirst) }
        #if !os(tvOS) && !os(watchOS)
        if made != nil, model.overview.folder != nil {
            Button("Save to Folder") { model.saveToFolder() }
                .accessibilityIdentifier(BarricadeScreenIdentifier.editor("save-to-folder"))
        }
        Button("New Set", systemImage: "plus") { model.makeSet() }
            .accessibilityIdentifier(BarricadeScreenIdentifier.editor("new-set"))
        #endif
    }

    /// The choices of network conditions and unmatched policy.
    @ViewBuilder private var conditions: some View {
        Picker("Network", selection: $model.conditions) {
            Text("As it is").tag(String?.none)
            ForEach(model.conditionNames, id: \.self) { name in
                Text(verbatim: name).tag(String?.some(name))
            }
        }
        .accessibilityIdentifier(BarricadeScreenIdentifier.conditions)
        Picker("Unmatched requests", selection: $model.policy) {
            ForEach(model.policyNames, id: \.self) { policy in
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
    @ObservedObject var model: ScreenModel
    @State private var isAsking = false

    var body: some View {
        Button("Reset") { isAsking = true }
            .disabled(!model.canReset)
            .accessibilityIdentifier(BarricadeScreenIdentifier.reset)
            .confirmationDialog(
                "Reset all sets to their defaults?", isPresented: $isAsking,
                titleVisibility: .visible
            ) {
                Button("Reset", role: .destructive) { model.reset() }
                    .accessibilityIdentifier(BarricadeScreenIdentifier.confirmReset)
                Button("Cancel", role: .cancel) {}
            } message: {
                Text(verbatim: model.overview.resetLines.joined(separator: "\n"))
            }
    }
}
#endif
