/// What a page shows once its request has ended.
public struct Screen: Sendable, Equatable {
    /// A line of a list: what it is, and something short at the far end.
    public struct Row: Sendable, Equatable {
        public let text: String
        public let detail: String

        init(_ text: String, detail: String = "") {
            self.text = text
            self.detail = detail
        }
    }

    public let title: String
    /// What went wrong, in words for the reader; `nil` where nothing did.
    public var banner: String?
    public var rows: [Row]
    /// What the app writes to its log beside; `nil` means nothing.
    public var log: String?

    init(_ page: Page, banner: String? = nil, rows: [Row] = [], log: String? = nil) {
        title = page.rawValue
        self.banner = banner
        self.rows = rows
        self.log = log
    }
}
