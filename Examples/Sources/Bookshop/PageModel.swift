/// A page in front of the reader: whether it is loading, and what it shows.
@MainActor
public final class PageModel {
    public let page: Page
    /// The latest content; `nil` until the page has been opened.
    public private(set) var screen: Screen?
    public private(set) var isLoading = false
    private let storefront: Storefront

    public init(_ page: Page, in storefront: Storefront) {
        self.page = page
        self.storefront = storefront
    }

    /// Makes the page's request; meanwhile the earlier content stays.
    public func open() async {
        isLoading = true
        screen = await storefront.open(page)
        isLoading = false
    }
}
