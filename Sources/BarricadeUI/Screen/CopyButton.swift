#if canImport(SwiftUI)
import SwiftUI

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// A button that copies a text; nothing where there is no clipboard.
struct CopyButton: View {
    let title: String
    let text: String

    var body: some View {
        #if os(tvOS) || os(watchOS)
        EmptyView()
        #else
        if !text.isEmpty {
            Button {
                copy()
            } label: {
                Label(title, systemImage: "doc.on.doc")
            }
        }
        #endif
    }

    #if !os(tvOS) && !os(watchOS)
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
