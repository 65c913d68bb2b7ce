import Foundation

/// The lock of an open file, which one thread of one process holds until it closes the file.
package enum OpenFileLock {
    /// The seconds to wait for a holder, who may have been stopped.
    private static let patience = 10

    /// Waits some seconds for the lock.
    ///
    /// - Returns: Why it cannot be had, as the end of a sentence about the file; usually `nil`.
    package static func take(_ descriptor: CInt) -> String? {
        let end = ContinuousClock.now + .seconds(patience)
        // Unlike a lock by fcntl, it also excludes other threads.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else {
                return "cannot be locked: \(String(cString: strerror(errno)))"
            }
            guard .now < end else {
                return "has been locked for \(patience) seconds by \(holder(of: descriptor))"
            }
            usleep(5_000)
        }
        return nil
    }

    private static func holder(of descriptor: CInt) -> String {
        var status = stat()
        fstat(descriptor, &status)
        // On Linux: `1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`, with process and file.
        let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
        for lock in locks.split(separator: "\n").map({ $0.split(separator: " ") })
        where lock.count > 5 && lock[1] == "FLOCK" && lock[5].hasSuffix(":\(status.st_ino)") {
            return lock[4] == "\(getpid())" ? "this process" : "process \(lock[4])"
        }
        return "another process"
    }
}
