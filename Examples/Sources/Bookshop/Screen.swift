/// What a page shows once its request has ended.
package struct Screen: Sendable, Equatable {
    /// A line of a list: what it is, and something short at the far end.
    package struct Row: Sendable, Equatable {
        package let text: String
        package let detail: String

        init(_ text: String, detail: String = "") {
            self.text = text
            self.detail = detail
        }
    }

    package let title: String
    /// What went wrong, in words for the reader; `nil` where nothing did.
    package var banner: String?
    package var rows: [Row]
    /// What the app writes to its log beside; `nil` means nothing.
    package var log: String?

    init(_ page: Page, banner: String? = nil, rows: [Row] = [], log: String? = nil) {
        title = page.rawValue
        self.banner = banner
        self.rows = rows
        self.log = log
    }
}
