package import Foundation

/// A file to serve, or a range of its bytes.
package struct FilePart: Sendable {
    let file: FoundFile
    /// The bytes to serve; without those that have been read in pieces.
    package internal(set) var range: Range<Int>
    /// The file, open while it is read in pieces; it is closed when the part is released.
    private var handle: FileHandle?

    /// From this size on, a file is sent in pieces if the task can take pieces.
    private static let pieceSize = 1 << 20

    /// Makes the part that is the whole file.
    init(_ file: FoundFile) {
        self.file = file
        range = 0..<file.size
    }

    var isLarge: Bool { range.count > Self.pieceSize }

    /// Returns its first bytes, up to a limit.
    package func prefix(_ count: Int) -> FilePart {
        var part = self
        part.range = range.prefix(count)
        return part
    }

    /// Returns the bytes.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    package func data() throws(BarricadeError) -> Data {
        try file.data(in: range)
    }

    /// Reads the next piece, so that only this one is in memory; `nil` after the last one.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    mutating func nextPiece() throws(BarricadeError) -> Data? {
        guard !range.isEmpty else { return nil }
        // A file read to learn its size is already in memory, and is sent as one piece.
        if file.content != nil {
            defer { range = range.prefix(0) }
            return try data()
        }
        if handle == nil { handle = try file.open(at: range.lowerBound) }
        let count = min(range.count, Self.pieceSize)
        let piece = try file.reading(count) { try handle?.read(upToCount: count) }
        range = range.dropFirst(count)
        return piece
    }
}

/// A file as it was found; after a change, it is another object.
///
/// It is read for its first request, and its content is cached for later ones.
final class FoundFile: Sendable {
    let path: String
    fileprivate let status: FileStatus
    /// Makes an error about the file.
    private let fault: @Sendable (_ problem: String) -> BarricadeError
    /// The whole content, if the file system wrongly says that the file is empty, or if it was
    /// changed just now.
    let content: Data?
    let tag: EntityTag
    /// Whether a change would show; changes in one tick of the file system's clock look the same.
    private let isSettled: Bool
    private let cache = Locked<(data: Data, size: Int)?>(nil)

    /// The memory that the caches of all files take, and the most that they may take.
    private static let cached = Locked(0)
    private static let mostCached = 64 << 20

    /// From this size on, a file sent whole is mapped into memory rather than read.
    ///
    /// Smaller files are read, since someone may edit one while its body is in use, and reading a
    /// mapped body of a truncated file traps.
    private static let mappedSize = 16 << 20

    init(
        _ path: String, _ status: FileStatus, fault: @escaping @Sendable (String) -> BarricadeError
    ) {
        self.path = path
        self.status = status
        self.fault = fault
        isSettled = Self.isSettled(status)
        // Files generated on reading, such as those in `/proc`, have a size of 0. One that was
        // changed just now may be changed again. If it cannot be read, serving it reports why.
        let isRead = status.size == 0 || !isSettled && status.size < Self.mappedSize
        content = isRead ? try? Data(contentsOf: URL(fileURLWithPath: path)) : nil
        tag = status.size == 0 ? content.map(EntityTag.data) ?? .file(status) : .file(status)
    }

    deinit {
        let size = cache.withLock { $0?.size ?? 0 }
        Self.cached.withLock { $0 -= size }
    }

    /// The number of bytes.
    var size: Int { content?.count ?? status.size }

    /// Returns whether the file is unchanged; one without a size may have changed unseen.
    func isStill(_ path: String, _ status: FileStatus) -> Bool {
        self.status == status && status.size > 0 && self.path == path
            && (isSettled || !Self.isSettled(status))
    }

    private static func isSettled(_ status: FileStatus) -> Bool {
        // The longest clock tick of a file system is that of FAT.
        age(of: status) > 2
    }

    /// The seconds since its last change.
    fileprivate static func age(of status: FileStatus) -> Double {
        Date().timeIntervalSince1970 - Double(status.modification) / 1e9
    }

    /// Returns the bytes of a range; a very large range is mapped into memory.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func data(in range: Range<Int>) throws(BarricadeError) -> Data {
        if let known = content ?? cache.withLock({ $0?.data }) { return known.part(range) }
        let isMapped = range.count >= Self.mappedSize
        guard isMapped || range.count == status.size else {
            // Only the range, which may be a small part of a very large file.
            let handle = try open(at: range.lowerBound)
            defer { try? handle.close() }
            return try reading(range.count) { try handle.read(upToCount: range.count) }
        }
        let data = try reading(status.size) {
            try Data(
                contentsOf: URL(fileURLWithPath: path), options: isMapped ? .alwaysMapped : [])
        }
        if isSettled { addToCache(data, taking: isMapped ? 0 : data.count) }
        return data.part(range)
    }

    /// Reads bytes, unless the file was written to since it was found: they may be of two versions.
    ///
    /// A file that another one has replaced can still be read to its end.
    fileprivate func reading(
        _ count: Int, _ read: () throws -> Data?
    ) throws(BarricadeError) -> Data {
        let data = try reading(read) ?? Data()
        let now = FileStatus(path)
        guard data.count == count, now == status || now?.isSameFile(as: status) != true else {
            throw unreadable("it was changed while it was served.")
        }
        return data
    }

    /// Caches the whole content if there is room for it.
    private func addToCache(_ data: Data, taking size: Int) {
        cache.withLock { cache in
            Self.cached.withLock { cached in
                guard cache == nil, cached + size <= Self.mostCached else { return }
                (cache, cached) = ((data, size), cached + size)
            }
        }
    }

    /// Opens the file at an offset.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func open(at offset: Int) throws(BarricadeError) -> FileHandle {
        try reading {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try handle.seek(toOffset: UInt64(offset))
            return handle
        }
    }

    private func reading<Value>(_ read: () throws -> Value) throws(BarricadeError) -> Value {
        do {
            return try read()
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    private func unreadable(_ reason: String) -> BarricadeError {
        fault("cannot be read: \(path.shortened): \(reason.shortened(to: 400))")
    }
}

extension Data {
    /// Returns the part of a range that lies within the bytes.
    func part(_ range: Range<Int>) -> Data {
        range.count == count ? self : dropFirst(range.lowerBound).prefix(range.count)
    }
}

/// The file of a body, found when it is served.
package struct BodyFile: Sendable {
    private struct State {
        /// The paths that the file may have; found for the first request.
        var candidates: [String]?
        /// The file that the latest request got.
        var latest: FoundFile?
    }

    /// The name that its response uses.
    package let name: String
    /// Makes an error about the file.
    private let fault: @Sendable (_ problem: String) -> BarricadeError
    /// The places to search; ignored for an absolute path.
    private let location: FileLocation
    private let state = Locked(State())

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - name: The name that its response uses.
    ///   - location: The places to search.
    ///   - unreadable: Makes the error from a sentence about the file.
    package init(
        _ name: String, in location: FileLocation,
        unreadable: @escaping @Sendable (String) -> BarricadeError = {
            BarricadeError(.unreadableFile, $0)
        }
    ) {
        self.name = name
        self.location = location
        fault = { unreadable("The file \"\(name.shortened)\" \($0)") }
    }

    /// Returns the first file of that name.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` naming the paths tried and the reason.
    package func find() throws(BarricadeError) -> FilePart {
        let known = state.withLock { $0 }
        let (path, status, candidates) = try place(among: known.candidates)
        if let latest = known.latest, latest.isStill(path, status) { return FilePart(latest) }
        try checkLinks(in: path)
        let file = try found(at: path, status, after: known.latest?.status)
        state.withLock { $0 = State(candidates: candidates, latest: file) }
        return FilePart(file)
    }

    /// Returns the path of the first file of that name, which is not read.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` naming the paths tried and the reason.
    package func path() throws(BarricadeError) -> String {
        let path = try place(among: nil).path
        try checkLinks(in: path)
        return path
    }

    private func checkLinks(in path: String) throws(BarricadeError) {
        guard !location.holds(path) else { return }
        throw fault("is a link out of the folder: \(path.shortened).")
    }

    private func place(
        among known: [String]?
    ) throws(BarricadeError) -> (path: String, status: FileStatus, candidates: [String]) {
        // A bundle finds any file for a name that ends at once.
        if name.utf8.contains(0) { throw fault("cannot exist: its name has a NUL character.") }
        let candidates =
            known
            ?? (name.hasPrefix("/") ? [URL(fileURLWithPath: name).path] : location.paths(of: name))
        for path in candidates {
            guard let status = FileStatus(path) else { continue }
            if status.isFolder { throw fault("is a folder: \(path.shortened).") }
            // Opening a pipe would block.
            guard status.isRegular else { throw fault("is not a regular file: \(path.shortened).") }
            return (path, status, candidates)
        }
        throw fault(
            """
            is missing. Tried:
            \(candidates.map { "  \($0.shortened)" }.joined(separator: "\n"))\
            \(location.hint(for: candidates))
            """)
    }

    /// Returns a file as it is between two changes.
    private func found(
        at path: String, _ status: FileStatus, after latest: FileStatus?
    ) throws(BarricadeError) -> FoundFile {
        var status = status
        for _ in 0..<3 {
            // Changes in one tick of the file system's clock, up to 10 ms, have the same date, and
            // whoever writes it now may have to wait for a processor in the middle. One that is being
            // emptied keeps its old date for a moment.
            let isEmptied = status.size == 0 && status != latest
            if isEmptied || FoundFile.age(of: status) < 0.05 { usleep(50_000) }
            let file = FoundFile(path, status, fault: fault)
            guard let now = FileStatus(path), now != status else { return file }
            status = now
        }
        throw fault("was changed each of three times while it was read: \(path.shortened).")
    }

    /// Checks that the file's content is JSON, unless it is as a server sent it.
    func checkJSON(_ data: Data, unless isAsSent: ((Data) -> Bool)?) throws(BarricadeError) {
        if let fault = JSONReader.fault(in: data), isAsSent?(data) != true {
            throw self.fault("is not JSON (\(fault.position(in: data))).")
        }
    }
}
