#if canImport(SwiftUI)
import Foundation
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

extension Image {
    /// Makes an image from the bytes of a file; `nil` if the platform cannot read it.
    init?(data: Data) {
        #if canImport(UIKit)
        guard let image = UIImage(data: data) else { return nil }
        self.init(uiImage: image)
        #elseif canImport(AppKit)
        guard let image = NSImage(data: data) else { return nil }
        self.init(nsImage: image)
        #else
        return nil
        #endif
    }
}
#endif
