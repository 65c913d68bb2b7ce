import Barricade
package import Foundation

/// A lock file that one thread of one process holds at a time, and that exists only while held.
///
/// It can replace another file, so that a save needs no second temporary file. If a process is
/// killed while it holds the file, it loses the lock, and the next holder removes the file.
package struct FileLock {
    /// An operation that the system refused, with its reason.
    package struct Failure: LocalizedError, CustomStringConvertible {
        package let description: String

        package var errorDescription: String? { description }

        fileprivate init(_ description: String) {
            self.description = description
        }

        package init(_ path: String, _ problem: String, _ code: CInt = errno) {
            description = "\(path) \(problem): \(String(cString: strerror(code)))"
        }
    }

    private let descriptor: CInt
    private let path: String

    /// Waits some seconds until a file is free, then runs a body while holding it.
    ///
    /// - Throws: ``Failure`` naming the process that holds it.
    package static func withLock<Result>(
        at path: String, _ body: (FileLock) throws -> Result
    ) throws -> Result {
        let lock = try FileLock(taking: path)
        defer { lock.release() }
        return try body(lock)
    }

    private init(taking path: String) throws {
        self.path = path
        // Limited, since a file system with new file numbers each time would loop forever.
        for _ in 0..<10_000 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            guard descriptor >= 0 else { throw Failure(path, "cannot be opened") }
            if let reason = OpenFileLock.take(descriptor) {
                close(descriptor)
                throw Failure("\(path) \(reason)")
            }
            if Self.isFile(descriptor, at: path) {
                self.descriptor = descriptor
                return
            }
            // The last holder has moved or removed it, so the path now names another file.
            close(descriptor)
        }
        throw Failure(path, "cannot be locked", EAGAIN)
    }

    /// Replaces a file in the same folder atomically; its permissions stay.
    package func replace(_ target: String, with content: Data) throws {
        guard ftruncate(descriptor, 0) == 0 else { throw Failure(path, "cannot be written") }
        try Self.write(content, to: descriptor, at: path)
        var status = stat()
        if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
        guard rename(path, target) == 0 else { throw Failure(target, "cannot be replaced") }
    }

    /// Removes the file, unless the path now names another one, and unlocks it.
    private func release() {
        if Self.isFile(descriptor, at: path) { unlink(path) }
        close(descriptor)
    }

    private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
        var held = stat()
        var found = stat()
        return fstat(descriptor, &held) == 0 && lstat(path, &found) == 0
            && held.st_ino == found.st_ino && held.st_dev == found.st_dev
    }

    /// Writes to an open file, without waiting for the disk.
    package static func write(_ data: Data, to descriptor: CInt, at path: String) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || errno == EINTR else { throw Failure(path, "cannot be written") }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }
}
