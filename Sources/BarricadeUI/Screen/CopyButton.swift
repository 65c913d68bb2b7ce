#if canImport(SwiftUI)
import SwiftUI

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// A button that copies a text; on visionOS it shares it; on platforms with neither it is empty.
struct CopyButton: View {
    let title: String
    let text: String

    var body: some View {
        #if os(tvOS) || os(watchOS)
        EmptyView()
        #else
        if !text.isEmpty {
            #if os(visionOS)
            ShareLink(item: text) { label }
            #else
            Button {
                copy()
            } label: {
                label
            }
            #endif
        }
        #endif
    }

    private var label: some View {
        Label(title, systemImage: "doc.on.doc")
    }

    #if os(iOS) || os(macOS)
    private func copy() {
        #if canImport(UIKit)
        UIPasteboard.general.string = text
        #elseif canImport(AppKit)
        NSPasteboard.general.clearContents()
        NSPasteboard.general.setString(text, forType: .string)
        #endif
    }
    #endif
}
#endif
