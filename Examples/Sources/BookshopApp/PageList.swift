#if canImport(SwiftUI)
import Bookshop
import SwiftUI

/// The pages of the shop, in debug builds with a way to the barricade's screen.
struct PageList: View {
    let storefront: Storefront

    var body: some View {
        NavigationStack {
            List {
                Section {
                    ForEach(Page.allCases, id: \.self) { page in
                        NavigationLink(page.rawValue, value: page)
                    }
                }
                #if DEBUG
                DebugSection()
                #endif
            }
            .navigationTitle("Bookshop")
            .navigationDestination(for: Page.self) { page in
                PageView(page, in: storefront)
            }
        }
    }
}
#endif
