import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The entries of a HAR file, before they are understood.
struct HARFile {
    /// The file's name, for messages.
    let name: String
    /// The folder of the file, in which bodies may lie.
    let folder: ManifestFolder
    /// The number of entries.
    let count: Int
    /// The entries that were not taken yet, the first one last.
    private var rest: [JSONNode]
    /// The lines at which the entries start.
    let lines: [Int]

    /// Reads a file.
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` with the reason, and what to do.
    init(contentsOf url: URL) throws(BarricadeError) {
        name = url.lastPathComponent
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
            isFolder.boolValue
        {
            throw Self.fault(name, "it is a folder", "give the path of the .har file in it.")
        }
        folder = ManifestFolder(url.deletingLastPathComponent())
        let bytes: [UInt8]
        do {
            bytes = Array(Self.utf8(try Data(contentsOf: url, options: .mappedIfSafe)))
        } catch {
            throw BarricadeError(
                .unreadableArchive,
                "The HAR file \(url.path.shortened) cannot be read: \(error.localizedDescription)")
        }
        let root = try Self.root(of: bytes, in: name)
        guard let found = root["log"]?["entries"], found.isArray else {
            throw Self.fault(
                name, "it is JSON, but has no array \"log.entries\"",
                "export it again as HAR; a HAR file is { \"log\": { \"entries\": […] } }.")
        }
        count = found.elements.count
        rest = found.elements.reversed()
        let index = LineIndex(Data(bytes))
        lines = found.elements.map { index.line(of: $0.offset) }
    }

    /// Takes the next entry, which then needs no memory here any more.
    mutating func takeEntry() -> JSONNode? { rest.popLast() }

    /// The keys of members of which nothing is imported, and which may be larger than all others.
    private static let ignoredKeys: Set<String> = ["_initiator", "cache", "queryString", "timings"]

    private static func root(
        of bytes: [UInt8], in name: String
    ) throws(BarricadeError) -> JSONNode {
        if bytes.isEmpty { throw fault(name, "it is empty", "export it again.") }
        for (start, what) in [("PK\u{3}\u{4}", "zip"), ("\u{1F}\u{8B}", "gzip")]
        where bytes.starts(with: start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) {
            throw fault(
                name, "it is a \(what) archive", "unpack it, and import the .har file in it.")
        }
        do {
            return try JSONNode.read(bytes, ignoring: ignoredKeys)
        } catch {
            throw fault(
                name, "it is not JSON (\(error.place(in: Data(bytes))))",
                "export it again; if it was cut off, the program that wrote it had not finished.")
        }
    }

    /// Returns the text in UTF-8, whatever its byte order mark says.
    private static func utf8(_ data: Data) -> Data {
        guard data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]),
            let text = String(data: data, encoding: .utf16)
        else { return data }
        return Data(text.utf8)
    }

    private static func fault(_ name: String, _ reason: String, _ fix: String) -> BarricadeError {
        BarricadeError(
            .unreadableArchive,
            """
            The HAR file \(name.shortened) cannot be imported: \(reason).

            To fix: \(fix)
            """)
    }
}
