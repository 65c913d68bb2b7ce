extension HARArchive {
    /// Called with the progress: `done` of `count`.
    public typealias Progress = @Sendable (_ done: Int, _ count: Int) -> Void

    /// The options of an import, all with defaults.
    public struct Options: Sendable {
        /// The hosts to import: `api.example.com`, `*.example.com`, `localhost:8080`.
        ///
        /// Empty by default, which means all. Browsers also list images, scripts and third-party
        /// servers.
        public var hosts: [String] = []
        /// Whether each response waits as long as its first reply took; false by default.
        public var keepsDelays = false
        /// Whether UUIDs and numbers in paths become `:id`, so that `/books/7` and `/books/8` are
        /// requests of one set; false by default.
        public var replacesIDs = false
        /// The rules by which secrets are replaced; `nil` keeps them all.
        public var redaction: Redaction? = Redaction()
        /// Called now and then with the number of entries read and redacted.
        public var progress: Progress?

        init() {}
    }
}
