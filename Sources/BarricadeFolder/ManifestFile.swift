package import Barricade
import BarricadeCommon
import Foundation

/// A JSON file of a folder while it is read, with the faults and comments found in it.
final class ManifestFile: Sendable {
    private struct Findings {
        var faults: [ManifestFault] = []
        /// Whether there are faults that are not kept.
        var isCut = false
        /// The comments in the order in which they were read.
        var comments: [(place: JSONPath, text: String)] = []
        /// The paths of the files that it names and that can be used.
        var named: Set<String> = []
        /// The statuses of files that cannot be used, by their paths.
        var unusable: [String: FileStatus?] = [:]
        /// The files of sets that it names.
        var setFiles: [ManifestFile] = []
        var setPaths: Set<String> = []
    }

    /// The folder; `nil` if it is JSON from elsewhere, which may name no file.
    let folder: ManifestFolder?
    let name: String
    /// The status before it was read, to detect later edits.
    private let status: FileStatus?
    private let data: Data
    private let lines: LineIndex
    /// What was read of it before; `nil` if it is to be read.
    private let node: JSONNode?
    private let findings = Locked(Findings())

    /// The most faults; finding the lines of more takes long.
    private static let mostFaults = 200
    /// The most bytes; reading takes some fifty times as much memory.
    private static let largestSize = 32 << 20

    init(_ name: String, in folder: ManifestFolder) throws {
        self.folder = folder
        self.name = name
        let path = folder.path(of: name)
        status = FileStatus(path)
        if let size = status?.size, size > Self.largestSize {
            throw BarricadeError.unusableFolder(
                """
                \(name.shortened) has more than \(Self.largestSize >> 20) MB, the most that a \
                file of sets may have. Keep bodies and items in files of their own
                """)
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        (self.data, node) = (data, nil)
        lines = LineIndex(data)
    }

    /// Makes a file of JSON from elsewhere, or as it would be in a folder.
    ///
    /// - Parameter node: What was read of it before, whose faults then have no lines.
    init(_ data: Data, read node: JSONNode? = nil, in folder: ManifestFolder? = nil) {
        (self.folder, name, status) = (folder, ResponseSet.Origin.runTime.text, nil)
        (self.data, self.node) = (data, node)
        lines = LineIndex(data)
    }

    /// Returns the place of the whole document; `nil` if the file is not JSON.
    func root() -> ManifestPlace? {
        do {
            let node = if let node { node } else { try JSONNode.read(Array(data)) }
            return ManifestPlace(node, in: self)
        } catch {
            let wanted = error.wanted.map { ": wants \($0)" } ?? ""
            let reason = error.isTooDeep ? ": more than 512 levels deep" : wanted
            note(
                error.isEnd
                    ? "is not JSON: it ends too early"
                    : habit(at: error.offset) ?? "is not JSON here\(reason)",
                at: error.offset, nil)
            return nil
        }
    }

    /// Returns what a text has that is not JSON, but often taken for it; `nil` for other text.
    private func habit(at offset: Int) -> String? {
        let before = data[..<offset].last { !" \t\r\n".utf8.contains($0) }
        switch Unicode.Scalar(data[offset]) {
        case "/", "#": return "is a comment, which JSON has not: write a member \"comment\""
        case "]", "}":
            guard before == UInt8(ascii: ",") else { return nil }
            return "comes after a comma, which JSON does not allow: remove the comma"
        case "'": return "is a single quotation mark, and JSON wants double ones"
        case "<" where data[offset...].starts(with: "<<<<<<<".utf8):
            return "is the mark of a merge conflict: resolve it"
        default: return nil
        }
    }

    /// The location of the files that it names.
    var location: FileLocation? { folder?.location }

    func line(of offset: Int) -> Int { lines.line(of: offset) }

    // MARK: Faults

    func note(_ problem: String, at offset: Int, _ path: JSONPath?) {
        findings.withLock { findings in
            findings.isCut = findings.faults.count == Self.mostFaults
            guard !findings.isCut else { return }
            let (line, column) = lines.place(of: offset)
            findings.faults.append(
                ManifestFault(
                    path: path, offset: offset, line: line, column: column,
                    problem: problem.hasSuffix(".") ? problem : "\(problem)."))
        }
    }

    /// Returns whether a fault at or below a place is known.
    func hasFault(below place: @autoclosure () -> JSONPath) -> Bool {
        let faults = findings.withLock { $0.faults }
        if faults.isEmpty { return false }
        let steps = place().steps
        return faults.contains { fault in
            guard let own = fault.path?.steps, own.count >= steps.count else { return false }
            // Most differ in the last step.
            return own[..<steps.count].last == steps.last && own.starts(with: steps)
        }
    }

    /// The faults in order of the text.
    var faults: [ManifestFault] { findings.withLock { $0.faults }.ordered(by: \.offset) }

    /// The faults in order of the text, then those of sets' own files.
    var messages: [String] {
        faults.map { fault in
            let place = fault.path.map { ", \($0.description.shortened)" } ?? ""
            return "\(name):\(fault.line):\(fault.column)\(place): \(fault.problem)"
        } + findings.withLock { $0.setFiles }.flatMap(\.messages)
    }

    /// Whether it or a set's own file has more faults than ``messages``.
    var hasMore: Bool {
        findings.withLock { $0.isCut || $0.setFiles.contains(where: \.hasMore) }
    }

    // MARK: Comments

    func note(comment: String, at path: JSONPath) {
        findings.withLock { $0.comments.append((path, comment)) }
    }

    /// The number of comments so far.
    var commentCount: Int { findings.withLock { $0.comments.count } }

    /// Returns the comments at and below a place, by their places in it.
    ///
    /// - Parameter count: The number of comments before any of these was read.
    func comments(
        below place: @autoclosure () -> JSONPath, after count: Int = 0
    ) -> [JSONPath: String] {
        let comments = findings.withLock { $0.comments }
        var found: [JSONPath: String] = [:]
        if comments.count == count { return found }
        let place = place()
        for (path, comment) in comments[count...] where path.steps.starts(with: place.steps) {
            found[JSONPath(steps: Array(path.steps.dropFirst(place.steps.count)))] = comment
        }
        return found
    }

    // MARK: Other files

    /// Checks the path of a file in the folder.
    func checkPath(_ path: String, at place: ManifestPlace) -> Bool {
        guard let folder else {
            place.note("names a file, which only a folder has")
            return false
        }
        let isFull = findings.withLock { $0.faults.count == Self.mostFaults }
        guard let fault = folder.fault(of: path, hasHint: !isFull) else {
            findings.withLock { _ = $0.named.insert(path) }
            return true
        }
        if ManifestFolder.fault(ofSpelling: path) == nil {
            let status = FileStatus(folder.path(of: path))
            findings.withLock { $0.unusable[path] = .some(status) }
        }
        place.note(fault)
        return false
    }

    /// Opens a set's own file; `nil`, with a note, if it cannot be read.
    func openFile(_ path: String, at place: ManifestPlace) -> ManifestFile? {
        guard let folder else { return nil }
        let isKnown = findings.withLock { !$0.setPaths.insert(path).inserted }
        guard !isKnown else {
            place.note("names \"\(path.shortened)\", as another entry does")
            return nil
        }
        do {
            let file = try ManifestFile(path, in: folder)
            findings.withLock { $0.setFiles.append(file) }
            return file
        } catch {
            place.note(
                "names \"\(path.shortened)\", which cannot be read: \(error.localizedDescription)")
            return nil
        }
    }

    /// The paths of the files that this file and those of its sets name and that can be used.
    var named: Set<String> {
        let (named, setFiles) = findings.withLock { ($0.named, $0.setFiles) }
        return setFiles.reduce(into: named) { $0.formUnion($1.named) }
    }

    /// The statuses of this file and all files that affect what is read from it.
    var statuses: [String: FileStatus?] {
        let (unusable, setFiles) = findings.withLock { ($0.unusable, $0.setFiles) }
        var statuses = unusable
        statuses.updateValue(status, forKey: name)
        for file in setFiles { statuses.merge(file.statuses) { $1 } }
        return statuses
    }
}

/// A fault in a manifest, and its place.
package struct ManifestFault: Error, Sendable {
    /// The path of the value; `nil` if the text is not JSON.
    package let path: JSONPath?
    fileprivate let offset: Int
    package let line: Int
    package let column: Int
    /// The problem, as the end of a sentence.
    package let problem: String
}
