package import Foundation

/// A folder for temporary files, which is removed with its last reference.
///
/// If a process is killed, or ends with its folder, the next process that makes one removes it.
package final class TemporaryFolder: Sendable {
    package let url: URL
    /// Holds the lock of the folder, which the system releases when the process ends.
    private let descriptor: CInt

    /// Makes a folder in the system's temporary folder.
    package convenience init() throws {
        Self.removeLeftoversOnce
        try self.init(in: FileManager.default.temporaryDirectory)
    }

    /// Makes a folder in another one.
    package init(in parent: URL) throws {
        while true {
            let url = parent.appendingPathComponent(
                Self.start + UUID().uuidString + Self.end, isDirectory: true)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // Another process may have removed it before it was locked.
            if descriptor < 0, errno == ENOENT { continue }
            let isLocked = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
            if isLocked || errno != EWOULDBLOCK, FileManager.default.fileExists(atPath: url.path) {
                (self.url, self.descriptor) = (url, descriptor)
                return
            }
            if descriptor >= 0 { close(descriptor) }
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        if descriptor >= 0 { close(descriptor) }
    }

    // MARK: Leftovers

    private static let start = "Barricade-"
    private static let end = ".recording"

    private static let removeLeftoversOnce: Void = removeLeftovers(
        in: FileManager.default.temporaryDirectory)

    /// Removes the folders that no process has locked.
    package static func removeLeftovers(in parent: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(start) && name.hasSuffix(end) {
            let url = parent.appendingPathComponent(name, isDirectory: true)
            let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                try? FileManager.default.removeItem(at: url)
            }
            close(descriptor)
        }
    }
}
