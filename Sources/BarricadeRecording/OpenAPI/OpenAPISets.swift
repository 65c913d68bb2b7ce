public import Barricade
public import BarricadeFolder
public import Foundation

/// The response sets made from an OpenAPI document, and the parts that were passed over.
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
/// examples, each is a response: "200 (empty)". Without an example, the body is made from the
/// schema, always the same for the same document. Successes come first.
public struct OpenAPISets: Sendable, ResponseSetConvertible {
    /// The title of the document.
    public let name: String
    /// The sets, in the order in which they are asked.
    public let responseSets: [ResponseSet]
    /// The number of operations in the document.
    public let operationCount: Int
    /// The parts that were passed over, in the order of the document.
    public let passedOver: [PassedOver]
    private let recorded: [(set: RecordedSet, fileName: String)]

    init(_ data: Data) throws(BarricadeError) {
        let reading = OpenAPIReading(try OpenAPIDocument(data))
        recorded = reading.sets()
        name = reading.document.title
        responseSets = recorded.map(\.set.responseSet)
        operationCount = reading.operationCount
        passedOver = reading.passedOver.ordered(by: \.line)
    }

    /// Returns whether a file is meant as an OpenAPI document, also one that cannot be imported.
    package static func recognizes(_ data: Data) -> Bool { OpenAPIDocument.recognizes(data) }

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
    /// Makes sets from an OpenAPI document: version 3.0 or 3.1, in JSON, at most 512 MB and 512
    /// levels deep.
    ///
    /// ```swift
    /// let service = try ResponseSet.sets(fromOpenAPI: document)
    /// let barricade = Barricade(service)
    /// ```
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` if it is anything else, such as YAML or
    ///   Swagger 2.0, with what to do.
    public static func sets(fromOpenAPI document: Data) throws(BarricadeError) -> OpenAPISets {
        try OpenAPISets(document)
    }
}

extension OpenAPISets: CustomStringConvertible {
    /// The number of sets, and the parts that were passed over by reason.
    public var description: String {
        let responses = responseSets.reduce(0) { $0 + $1.responses.count }
        let summary =
            "\(name.shortened): \(responses.counted("response")) in "
            + "\(responseSets.count.counted("set")), from "
            + "\(operationCount.counted("operation"))"
            + (passedOver.isEmpty ? "." : "; \(passedOver.count) passed over.")
        return ([summary] + PassedOver.list(passedOver) { $0.counted("part") })
            .joined(separator: "\n")
    }
}
