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
        #if os(iOS) || os(macOS)
        if !text.isEmpty { Button(title, systemImage: "doc.on.doc") { copy() } }
        #elseif os(visionOS)
        if !text.isEmpty { ShareLink(item: text) { Label(title, systemImage: "doc.on.doc") } }
        #endif
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
