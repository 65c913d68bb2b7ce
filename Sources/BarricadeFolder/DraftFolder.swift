package import Barricade
import BarricadeCommon
package import Foundation

/// A check of a file, by its path in the folder, before any file is moved there.
package typealias FolderCheck = @Sendable (_ path: String, _ data: Data) throws -> Void

/// A temporary folder for files that are later moved to their final folder.
///
/// Several threads can write it, each to subfolders of its own.
package final class DraftFolder: Sendable {
    package let url: URL
    /// The location of its files.
    package let location: FileLocation
    private let path: String
    let check: FolderCheck
    /// The paths of the files that passed the check when they were written, and of its subfolders.
    private let known = Locked((checked: Set<String>(), folders: Set<Substring>()))

    init(_ url: URL, check: @escaping FolderCheck) {
        (self.url, path, location) = (url, url.path, .directory(url))
        self.check = check
    }

    /// The paths of the files that passed the check when they were written.
    var checked: Set<String> { known.withLock { $0.checked } }

    /// Returns whether a file is in it.
    func holds(_ path: String) -> Bool { path.hasPrefix("\(self.path)/") }

    func path(of file: String) -> String { "\(path)/\(file)" }

    /// Returns the path of a file whose subfolder exists.
    func prepare(_ file: String) throws -> String {
        let folder = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file[..<$0] } ?? ""
        let isNew = known.withLock { $0.folders.insert(folder).inserted }
        // Most are in a folder that exists, and Foundation asks the disk several times.
        if isNew, mkdir(path(of: String(folder)), 0o777) != 0 {
            try FileManager.default.createDirectory(
                atPath: path(of: String(folder)), withIntermediateDirectories: true)
        }
        return path(of: file)
    }

    /// Writes a file.
    package func write(_ data: Data, to file: String) throws {
        let path = try prepare(file)
        // Foundation waits for the disk with each file; thousands would take minutes.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileLock.Failure(path, "cannot be written") }
        defer { close(descriptor) }
        try FileLock.write(data, to: descriptor, at: path)
        // A file that does not pass is checked again later, so that errors name the first one.
        let isFine: Void? = try? check(file, data)
        known.withLock { known in
            if isFine == nil { known.checked.remove(file) } else { known.checked.insert(file) }
        }
    }

    /// Moves a file or folder, and replaces an existing file.
    static func rename(_ source: URL, to target: URL) throws {
        guard Foundation.rename(source.path, target.path) == 0 else {
            throw FileLock.Failure(target.path, "cannot be replaced")
        }
    }
}
