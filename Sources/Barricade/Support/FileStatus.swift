import Foundation

/// What the file system says of a file.
struct FileStatus: Sendable {
    let size: Int
    let isFolder: Bool
    /// When it was last changed, in nanoseconds since 1970, as exactly as the platform says.
    let modification: Int

    /// Asks for a file; `nil` where there is none, or it may not be asked for.
    init?(_ path: String) {
        #if canImport(Darwin)
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
            return nil
        }
        size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        let seconds = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        modification = Int(min(max(seconds * 1e9, -9e18), 9e18))
        #else
        // FileManager looks up the names of owner and group too, which takes twenty times as long.
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        modification =
            Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
        #endif
    }
}
