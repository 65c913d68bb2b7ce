public import Barricade
public import BarricadeFolder
public import Foundation

/// The response sets made from a HAR file, and the entries that were skipped.
///
/// ```swift
/// let archive = try HARArchive(contentsOf: URL(fileURLWithPath: "traffic.har")) {
///     $0.hosts = ["api.example.com"]
/// }
/// print(archive)
/// let barricade = Barricade(archive)
/// ```
///
/// There is one set for all requests with the same method, host, path and query. Its responses are
/// named by their status: "200", "404", "200 (2)". Equal replies are one response. If there are
/// several, "As Recorded" gives them in the order of the file, and is the default.
///
/// Secrets are replaced before anything is kept; see ``Redaction``. It reads HAR 1.1 and 1.2 (the
/// specification of the Web Performance Working Group) as browsers and proxies write it.
public struct HARArchive: Sendable, ResponseSetConvertible {
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
        /// Called now and then with the number of entries redacted.
        public var progress: Progress?

        init() {}
    }

    /// The name of the file.
    public var name: String { reading.name }
    /// The sets, in the order in which they are asked.
    public var responseSets: [ResponseSet] { reading.sets.responseSets }
    /// The number of sets, which need not be made for it.
    package var setCount: Int { reading.sets.counts.sets }
    /// The number of entries in the file.
    public var entryCount: Int { reading.count }
    /// The skipped entries, in the order of the file.
    public var passedOver: [PassedOver] { reading.passedOver }
    /// The report of redaction; `nil` if there was none.
    public var redactionReport: RedactionReport? { reading.redactor?.report }
    /// What a person should know of some sets, a sentence for each.
    public var notes: [String] { reading.notes + reading.sets.notes }
    private let reading: HARReading

    /// Reads a file.
    ///
    /// Bodies may be in files of the same folder, but not outside it.
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` if it is missing or not a HAR
    ///   file, with the line and column; `BarricadeError.Code.invalidDefinition` if one
    ///   of the hosts cannot be read.
    public init(
        contentsOf url: URL, configure: (inout Options) -> Void = { _ in }
    ) throws(BarricadeError) {
        var options = Options()
        configure(&options)
        reading = try HARReading(contentsOf: url, options)
    }

    /// Writes the sets to a folder, which `ResponseSet.sets(in:)` reads.
    ///
    /// ```swift
    /// try archive.write(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    /// ```
    ///
    /// Each set has its own folder, `get-books`, with its bodies, `200.json`. JSON is indented for
    /// people; its numbers and the order of its keys stay the same.
    ///
    /// A folder that has sets keeps them: sets for the same requests get the replies of the file,
    /// and people's own text, names and edits stay, as with ``Recording/save(to:pruning:)``.
    ///
    /// - Parameter folder: The folder; it is made if it does not exist.
    /// - Returns: The files that were added or changed.
    /// - Throws: `BarricadeError.Code.unusableFolder` if the folder has mistakes, or if the system
    ///   refuses to write; `BarricadeError.Code.secretInFile` if a file would still hold a known
    ///   secret. The folder is then unchanged.
    @discardableResult
    public func write(to folder: URL) throws(BarricadeError) -> FolderChanges {
        try reading.sets.write(to: folder) { path, data in
            try reading.redactor?.verify(data, at: path)
        }
    }
}

extension BarricadeError.Code {
    /// A HAR file or OpenAPI document that cannot be read.
    public static let unreadableArchive = Self(.unreadableArchive)
}

extension HARArchive: CustomStringConvertible {
    /// The imported sets, the skipped entries by reason, and the notes; secrets in URLs are masked.
    public var description: String {
        ([summary] + PassedOver.list(passedOver) { $0.counted("entry", "entries") } + notes)
            .joined(separator: "\n")
    }

    private var summary: String {
        let (sets, responses) = reading.sets.counts
        let entries = entryCount.counted("entry", "entries")
        return "\(name.shortened): \(responses.counted("response")) in "
            + "\(sets.counted("set")), from \(entryCount - passedOver.count) of "
            + entries + (passedOver.isEmpty ? "." : "; \(passedOver.count) passed over.")
            + (reading.fileCount > 0
                ? " \(reading.fileCount.counted("body", "bodies")) came from beside the file." : "")
    }
}
