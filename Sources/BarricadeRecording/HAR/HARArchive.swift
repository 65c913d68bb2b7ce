public import Barricade
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
    /// The name of the file.
    public let name: String
    /// The sets, in the order in which they are asked.
    public let responseSets: [ResponseSet]
    /// The number of entries in the file.
    public let entryCount: Int
    /// The skipped entries, in the order of the file.
    public let passedOver: [PassedOver]
    /// The report of redaction; `nil` if there was none.
    public var redactionReport: RedactionReport? { redactor?.report }
    let recorded: RecordedSets
    let redactor: Redactor?

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
        var reading = try HARReading(contentsOf: url, options)
        reading.finish()
        (name, entryCount, passedOver) = (reading.name, reading.count, reading.passedOver)
        (recorded, redactor) = (reading.sets, reading.redactor)
        responseSets = reading.sets.responseSets
    }
}
