import Foundation

/// The status of a file in the file system.
package struct FileStatus: Sendable, Equatable {
    package let size: Int
    package let isFolder: Bool
    /// Whether it is neither a folder nor a pipe, a device or the like.
    package let isRegular: Bool
    /// The modification date, in nanoseconds since 1970, as exact as the platform reports it.
    let modification: Int
    /// The values that differ if the file is replaced, or changed with its date restored.
    private let number: Int
    private let change: Int

    /// Reads the status of a file; `nil` if there is none, or no permission.
    package init?(_ path: String) {
        #if canImport(Darwin)
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
            return nil
        }
        size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        isRegular = attributes[.type] as? FileAttributeType == .typeRegular
        let seconds = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        modification = Int(min(max(seconds * 1e9, -9e18), 9e18))
        number = (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
        change = 0  // FileManager does not report when its date was changed.
        #else
        // FileManager also looks up the names of owner and group, which takes twenty times as long.
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isRegular = status.st_mode & S_IFMT == S_IFREG
        modification = Self.nanoseconds(status.st_mtim)
        number = Int(truncatingIfNeeded: status.st_ino)
        change = Self.nanoseconds(status.st_ctim)
        #endif
    }

    #if !canImport(Darwin)
    private static func nanoseconds(_ time: timespec) -> Int {
        Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }
    #endif
}
