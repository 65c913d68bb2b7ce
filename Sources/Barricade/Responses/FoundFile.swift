import Foundation

/// A file as it was found; after a change it is another one.
///
/// It is read for its first request, and what it holds is kept for those that follow.
final class FoundFile: Sendable {
    let url: URL
    private let title: FileTitle
    let status: FileStatus
    /// All it holds, where the file system says that it is empty and it is not.
    let content: Data?
    let tag: EntityTag
    /// Whether a change would show: one in the same tick of the file system's clock as the last
    /// would not.
    let isSettled: Bool
    private let kept = Locked<KeptData?>(nil)

    /// From this size on, a file that goes out as a whole is mapped into memory rather than read.
    ///
    /// A smaller one may be edited while its body is in use, and a mapped body would go with it:
    /// whoever reads it then traps.
    private static let mappedSize = 16 << 20

    /// The longest tick that file systems have, in seconds: that of FAT.
    private static let tick = 2.0

    init(url: URL, title: FileTitle, status: FileStatus) {
        self.url = url
        self.title = title
        self.status = status
        content = Self.content(of: url, status)
        tag = content.map(EntityTag.data) ?? .file(status)
        isSettled = Self.isSettled(status)
    }

    /// Files that are made while they are read, as those of `/proc`, have a size of 0.
    private static func content(of url: URL, _ status: FileStatus) -> Data? {
        // What keeps it from being read is told when it is served.
        guard status.size == 0, status.isRegular, let data = try? Data(contentsOf: url),
            !data.isEmpty
        else { return nil }
        return data
    }

    /// How many bytes it holds.
    var size: Int { content?.count ?? status.size }

    /// Whether this is what a file is now; one without a size may have changed unseen.
    func isStill(_ url: URL, _ status: FileStatus) -> Bool {
        self.status == status && status.size > 0 && self.url == url
            && (isSettled || !Self.isSettled(status))
    }

    private static func isSettled(_ status: FileStatus) -> Bool {
        Date().timeIntervalSince1970 - Double(status.modification) / 1e9 > tick
    }

    /// Returns the bytes of a range; those of a very large one in pages that are read when they are
    /// touched.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func data(in range: Range<Int>) throws(BarricadeError) -> Data {
        if let content { return content.part(range) }
        let isMapped = range.count >= Self.mappedSize
        if let kept = kept.withLock({ $0 }) { return kept.data.part(range) }
        do {
            guard isMapped || range.count == status.size else {
                // No more than the range, which may be a small one of a very large file.
                let handle = try open(at: range.lowerBound)
                defer { try? handle.close() }
                return try handle.read(upToCount: range.count) ?? Data()
            }
            let data = try Data(contentsOf: url, options: isMapped ? .alwaysMapped : [])
            if isSettled, let new = KeptData(data, takes: isMapped ? 0 : data.count) {
                kept.withLock { $0 = new }
            }
            return data.part(range)
        } catch let error as BarricadeError {
            throw error
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    /// Opens the file for what comes from an offset on.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func open(at offset: Int) throws(BarricadeError) -> FileHandle {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            try handle.seek(toOffset: UInt64(offset))
            return handle
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    func unreadable(_ reason: String) -> BarricadeError {
        title.fault("cannot be read: \(url.path.shortened): \(reason.shortened(to: 400))")
    }
}

/// Bytes that are kept; of all that there are, no more than a limit.
private final class KeptData: Sendable {
    private static let limit = 64 << 20
    private static let total = Locked(0)

    let data: Data
    private let size: Int

    /// Keeps data that takes so many bytes of memory; `nil` where there is no room for it.
    init?(_ data: Data, takes size: Int) {
        let hasRoom = Self.total.withLock { total in
            guard total + size <= Self.limit else { return false }
            total += size
            return true
        }
        guard hasRoom else { return nil }
        self.data = data
        self.size = size
    }

    deinit {
        Self.total.withLock { $0 -= size }
    }
}

extension Data {
    /// A range of the bytes, as far as they go.
    fileprivate func part(_ range: Range<Int>) -> Data {
        range.count == count ? self : self[range.clamped(to: 0..<count)]
    }
}
