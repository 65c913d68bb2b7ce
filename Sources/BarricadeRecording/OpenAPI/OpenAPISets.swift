public import Barricade
public import BarricadeFolder
public import Foundation

/// The response sets made from an OpenAPI document, and what is missing in them.
///
/// ```swift
/// let service = try ResponseSet.sets(
///     fromOpenAPI: Data(contentsOf: URL(fileURLWithPath: "service.json")))
/// print(service)
/// let barricade = Barricade(service)
/// ```
///
/// Each operation is a set, named by its `operationId`, or else by its method and path, such as
/// `GET /books/{id}`. It answers at the first of the document's servers, and wants the required
/// query items and header fields. Its first tag is its group.
///
/// Each response is named by its status: "200", "404", "2XX", "default". If it has several named
/// examples, each is a response: "200 (empty)"; so is each further media type: "200 (text/csv)".
/// Without an example, the body is made from the schema, always the same for the same document.
/// The lowest success comes first.
public struct OpenAPISets: Sendable, ResponseSetConvertible {
    /// The options of an import, all with defaults.
    public struct Options: Sendable {
        /// The number of the server in the document, from 1; 1 by default.
        public var server = 1
        /// The URL at which the sets answer; `nil`, the default, means that of the server.
        public var base: URL?
        /// Called now and then with the number of paths that were read.
        public var progress: HARArchive.Progress?

        init() {}
    }

    /// The title of the document.
    public let name: String
    /// The sets, in the order in which they are asked.
    public let responseSets: [ResponseSet]
    /// The number of operations in the document.
    public let operationCount: Int
    /// The number of responses in the document.
    public let responseCount: Int
    /// The number of responses of the sets: one for each media type and example.
    private let madeCount: Int
    /// The responses that have no body though the document describes one, with the reasons.
    public let missing: [PassedOver]
    /// The places in bodies that do not fit their schemas, with the keywords.
    public let misfits: [PassedOver]
    /// The parts that were passed over, in the order of the document.
    public let passedOver: [PassedOver]
    /// The responses without a body, and the places where bodies do not fit; `nil` if all is well.
    public let shortcomings: String?
    private let recorded: [(set: RecordedSet, fileName: String)]
    private let server: String

    init(_ data: Data, _ options: Options) throws(BarricadeError) {
        let reading = try OpenAPIReading(try OpenAPIDocument(data), options)
        recorded = reading.makeSets()
        name = reading.document.title
        responseSets = recorded.map(\.set.responseSet)
        (operationCount, responseCount) = (reading.operationCount, reading.responseCount)
        let (missing, misfits) = (reading.told(.missing), reading.told(.misfit))
        (self.missing, self.misfits) = (missing.map(\.part), misfits.map(\.part))
        passedOver = reading.told(.passedOver).map(\.part)
        madeCount = recorded.reduce(0) { $0 + $1.set.responses.count }
        shortcomings = Self.shortcomings(missing, misfits, madeCount)
        server = "\(reading.server)"
    }

    /// Returns whether a file is meant as an OpenAPI document, also one that cannot be imported.
    package static func recognizes(_ data: Data, named name: String) -> Bool {
        OpenAPIDocument.recognizes(data, named: name)
    }

    /// Writes the sets to a folder, which `ResponseSet.sets(in:)` reads.
    ///
    /// Each set has its own folder, `get-books-id`, with its bodies, `200.json`. A folder that has
    /// sets keeps them: people's own text, names and edits stay, and the rest becomes as in the
    /// document.
    ///
    /// - Returns: The files that were added or changed.
    /// - Throws: `BarricadeError.Code.unusableFolder` if the folder has mistakes, or if the system
    ///   refuses to write. The folder is then unchanged.
    @discardableResult
    public func write(to folder: URL) throws(BarricadeError) -> FolderChanges {
        try FolderMerge.write(to: folder, sets: { recorded }, check: { _, _ in })
    }
}

extension ResponseSet {
    /// Makes sets from an OpenAPI document: version 3.0, 3.1 or 3.2, in JSON, at most 512 MB and
    /// 512 levels deep.
    ///
    /// ```swift
    /// let service = try ResponseSet.sets(fromOpenAPI: document)
    /// let barricade = Barricade(service)
    /// ```
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` if it is anything else, such as YAML or
    ///   Swagger 2.0, with what to do.
    public static func sets(
        fromOpenAPI document: Data, configure: (inout OpenAPISets.Options) -> Void = { _ in }
    ) throws(BarricadeError) -> OpenAPISets {
        var options = OpenAPISets.Options()
        configure(&options)
        return try OpenAPISets(document, options)
    }
}

extension OpenAPISets: CustomStringConvertible {
    /// What is missing, the number of sets, and the parts that were passed over by reason.
    public var description: String {
        let summary =
            "\(name.shortened): \(madeCount.counted("response")) in "
            + "\(responseSets.count.counted("set")), from "
            + "\(operationCount.counted("operation")), for \(server)"
            + (passedOver.isEmpty ? "." : "; \(passedOver.count) passed over.")
        let lines = [summary] + PassedOver.list(passedOver) { $0.counted("part") }
        return ([shortcomings].compactMap(\.self) + lines).joined(separator: "\n")
    }

    private static func shortcomings(
        _ missing: [OpenAPIReading.Told], _ misfits: [OpenAPIReading.Told], _ count: Int
    ) -> String? {
        let (gone, wrong) = (missing.count, misfits.count)
        let (has, does) = (gone == 1 ? "has" : "have", wrong == 1 ? "does" : "do")
        let lines =
            folded(missing, "\(gone) of \(count.counted("response")) \(has) no body:", "response")
            + folded(misfits, "\(wrong.counted("value")) \(does) not fit the schema:", "place")
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// Returns a line for each reason and rule, which many places may share, below a title.
    private static func folded(
        _ parts: [OpenAPIReading.Told], _ title: String, _ place: String
    ) -> [String] {
        var groups = Dictionary(grouping: parts.indices) { parts[$0].source }
        // Rules of one kind that stand in many places are one line too.
        if groups.count > 10 { groups = .init(grouping: parts.indices) { parts[$0].part.reason } }
        let lines = groups.values.map(\.self).ordered { $0[0] }.map { same in
            let rest = (same.count - 1).counted("more \(place)")
            return "    \(parts[same[0]].part)" + (same.count > 1 ? " (so in \(rest))" : "")
        }
        return (lines.isEmpty ? [] : [title]) + lines.prefix(12)
            + (lines.count > 12 ? ["    and \(lines.count - 12) more"] : [])
    }
}
