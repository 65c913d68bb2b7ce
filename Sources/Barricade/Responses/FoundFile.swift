package import Foundation

/// A file as it was found; a changed file is another one.
///
/// It is read for its first request, and its content is cached for later ones.
package final class FoundFile: Sendable {
    package let url: URL
    private let title: FileTitle
    package let status: FileStatus
    /// The whole content, if the file system wrongly says that the file is empty.
    let content: Data?
    let tag: EntityTag
    /// Whether a change would show; it would not within the same tick of the file system's clock.
    let isSettled: Bool
    private let kept = Locked<CachedData?>(nil)

    /// From this size on, a file sent whole is mapped into memory rather than read.
    ///
    /// Smaller files are read, since someone may edit one while its body is in use, and reading a
    /// mapped body of a truncated file traps.
    private static let mappedSize = 16 << 20

    /// The longest clock tick of a file system, in seconds: that of FAT.
    private static let tick = 2.0

    init(url: URL, title: FileTitle, status: FileStatus) {
        self.url = url
        self.title = title
        self.status = status
        content = Self.content(of: url, status)
        tag = content.map(EntityTag.data) ?? .file(status)
        isSettled = Self.isSettled(status)
    }

    /// Files generated on reading, such as those in `/proc`, have a size of 0.
    private static func content(of url: URL, _ status: FileStatus) -> Data? {
        // If it cannot be read, serving it reports why.
        guard status.size == 0, status.isRegular, let data = try? Data(contentsOf: url),
            !data.isEmpty
        else { return nil }
        return data
    }

    /// The number of bytes.
    var size: Int { content?.count ?? status.size }

    /// Returns whether the file is unchanged; one without a size may have changed unseen.
    func isStill(_ url: URL, _ status: FileStatus) -> Bool {
        self.status == status && status.size > 0 && self.url == url
            && (isSettled || !Self.isSettled(status))
    }

    private static func isSettled(_ status: FileStatus) -> Bool {
        Date().timeIntervalSince1970 - Double(status.modification) / 1e9 > tick
    }

    /// Returns the bytes of a range; a very large range is mapped into memory.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    package func data(in range: Range<Int>) throws(BarricadeError) -> Data {
        if let content { return content.part(range) }
        let isMapped = range.count >= Self.mappedSize
        if let kept = kept.withLock({ $0 }) { return kept.data.part(range) }
        do {
            guard isMapped || range.count == status.size else {
                // Only the range, which may be a small part of a very large file.
                let handle = try open(at: range.lowerBound)
                defer { try? handle.close() }
                return try handle.read(upToCount: range.count) ?? Data()
            }
            let data = try Data(contentsOf: url, options: isMapped ? .alwaysMapped : [])
            if isSettled, let new = CachedData(data, takes: isMapped ? 0 : data.count) {
                kept.withLock { $0 = new }
            }
            return data.part(range)
        } catch let error as BarricadeError {
            throw error
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    /// Opens the file at an offset.
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

    package func unreadable(_ reason: String) -> BarricadeError {
        title.fault("cannot be read: \(url.path.shortened): \(reason.shortened(to: 400))")
    }
}

/// Cached bytes, which together take no more memory than a limit.
private final class CachedData: Sendable {
    private static let limit = 64 << 20
    private static let total = Locked(0)

    let data: Data
    private let size: Int

    /// Caches data that takes this much memory; `nil` if there is no room for it.
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
    /// Returns the part of a range that lies within the bytes.
    fileprivate func part(_ range: Range<Int>) -> Data {
        range.count == count ? self : self[range.clamped(to: 0..<count)]
    }
}
