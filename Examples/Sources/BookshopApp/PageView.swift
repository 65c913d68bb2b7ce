#if canImport(SwiftUI)
import Bookshop
import SwiftUI

/// A page of the shop: its banner if something went wrong, its rows, and a button to load it again.
struct PageView: View {
    @StateObject private var page: ObservedPage

    init(_ page: Page, in storefront: Storefront) {
        _page = StateObject(wrappedValue: ObservedPage(PageModel(page, in: storefront)))
    }

    var body: some View {
        List {
            if let banner = page.screen?.banner {
                Section { BannerView(text: banner) }
            }
            Section {
                ForEach(Array(rows.enumerated()), id: \.offset) { RowView(row: $0.element) }
            }
            Section { reload }
        }
        .navigationTitle(page.title)
        .task { await page.open() }
    }

    private var rows: [Screen.Row] { page.screen?.rows ?? [] }

    @ViewBuilder private var reload: some View {
        if page.isLoading {
            ProgressView("Loading")
        } else {
            Button("Reload") { Task { await page.open() } }
        }
    }
}
#endif
