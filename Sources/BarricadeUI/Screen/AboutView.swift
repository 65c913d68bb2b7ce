#if canImport(SwiftUI)
import Foundation
import Barricade
import BarricadeSurfaces
import SwiftUI

/// Facts about the barricade: seed, storage, launch options, mistakes.
struct AboutView: View {
    @ObservedObject var model: ScreenModel

    var body: some View {
        let overview = model.overview
        List {
            Section {
                LabeledContent("Barricade", value: overview.name)
                LabeledContent("Sets", value: "\(overview.sets.count)")
                LabeledContent("Seed", value: overview.seed)
                LabeledContent("Selection kept in", value: overview.storage.place)
                if let fault = overview.storage.fault { Warning(text: fault) }
                if let panel = model.panel { LabeledContent("Panel", value: panel.absoluteString) }
            }
            if !overview.launchOptions.isEmpty {
                Section("Launched with") {
                    ForEach(overview.launchOptions, id: \.self) { Text(verbatim: $0) }
                }
            }
            Section("Mistakes") {
                ForEach(model.faults, id: \.self) { Warning(text: $0) }
                if model.faults.isEmpty {
                    Text(model.foundFaults == nil ? "None known yet." : "None found.")
                }
            }
        }
        .navigationTitle("About")
        .task(id: overview.faults) { await model.validate() }
    }
}
#endif
