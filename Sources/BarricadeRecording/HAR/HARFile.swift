import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The entries of a HAR file, not yet interpreted.
struct HARFile {
    /// The file's name, for messages.
    let name: String
    /// The folder of the file, which may contain bodies.
    let folder: ManifestFolder
    private let bytes: [UInt8]

    private static let largestSize = 512 << 20

    /// Opens a file.
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` with the reason, and what to do.
    init(contentsOf url: URL) throws(BarricadeError) {
        name = url.lastPathComponent
        let status = FileStatus(url.path)
        if status?.isFolder == true {
            throw Self.fault(name, "it is a folder", "give the path of the .har file in it.")
        }
        if let size = status?.size, size > Self.largestSize {
            throw Self.fault(
                name, "it has \(size >> 20) MB, and may have \(Self.largestSize >> 20) MB",
                "export fewer requests at once.")
        }
        folder = ManifestFolder(url.deletingLastPathComponent())
        do {
            bytes = Array(Self.utf8(try Data(contentsOf: url, options: .mappedIfSafe)))
        } catch {
            throw BarricadeError(
                .unreadableArchive,
                "The HAR file \(url.path.shortened) cannot be read: \(error.localizedDescription)")
        }
    }

    /// The keys of members that are not imported, and that may be larger than all others.
    private static let ignoredKeys: Set<String> = ["_initiator", "cache", "queryString", "timings"]

    /// Reads the entries one by one, each with the line at which it starts.
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` with the reason, and what to do.
    func read(_ take: (_ entry: JSONNode, _ line: Int) -> Void) throws(BarricadeError) {
        if bytes.isEmpty { throw Self.fault(name, "it is empty", "export it again.") }
        for (start, what) in [("PK\u{3}\u{4}", "zip"), ("\u{1F}\u{8B}", "gzip")]
        where bytes.starts(with: start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) {
            throw Self.fault(
                name, "it is a \(what) archive", "unpack it, and import the .har file in it.")
        }
        let start = bytes.prefix(100).prefix { $0 != UInt8(ascii: "(") }
        if start.count < bytes.prefix(100).count, start.first?.isLetter == true {
            throw Self.fault(
                name, "it is JSONP, a call of a function", "take the JSON between its parentheses.")
        }
        var (line, offset) = (1, 0)
        let root: JSONNode
        do {
            root = try JSONNode.read(
                bytes, ignoring: Self.ignoredKeys, elementsAt: ["log", "entries"]
            ) { entry in
                line += bytes[offset..<entry.offset].count { $0 == 10 }
                offset = entry.offset
                take(entry, line)
            }
        } catch {
            throw Self.fault(
                name, "it is not JSON (\(error.place(in: Data(bytes))))",
                "export it again; if it was cut off, the program that wrote it had not finished.")
        }
        guard root["log"]?["entries"]?.isArray == true else {
            throw Self.fault(
                name, "it is JSON, but has no array \"log.entries\"",
                "export it again as HAR; a HAR file is { \"log\": { \"entries\": […] } }.")
        }
    }

    /// Returns the text in UTF-8, converted if it is UTF-16.
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
