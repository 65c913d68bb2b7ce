/// A page in front of the reader: whether it is loading, and what it shows.
@MainActor
package final class PageModel {
    package let page: Page
    /// The latest content; `nil` until the page has been opened.
    package private(set) var screen: Screen?
    package private(set) var isLoading = false
    private let storefront: Storefront

    package init(_ page: Page, in storefront: Storefront) {
        self.page = page
        self.storefront = storefront
    }

    /// Makes the page's request; meanwhile the earlier content stays.
    package func open() async {
        isLoading = true
        screen = await storefront.open(page)
        isLoading = false
    }
}
