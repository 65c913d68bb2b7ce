#if canImport(SwiftUI)
import SwiftUI

/// What went wrong, above the rows of a page.
struct BannerView: View {
    let text: String

    var body: some View {
        Label(text, systemImage: "exclamationmark.triangle.fill")
            .foregroundColor(.red)
    }
}
#endif
