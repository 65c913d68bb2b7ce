import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(os)
import os
#endif

// The differences between the platforms that matter to all rooms.

#if canImport(os)
/// A writer to the system log of Apple platforms: faults, and a line for each request.
package enum SystemLog {
    private static let faults = Logger(subsystem: "Barricade", category: "faults")
    private static let requests = Logger(subsystem: "Barricade", category: "requests")

    /// Writes a fault.
    static func report(_ fault: BarricadeError) {
        faults.fault("\(fault.message, privacy: .public)")
    }

    /// Writes a line about a request; its text is made only if debug messages are logged.
    static func end(_ line: @escaping () -> String) {
        requests.debug("\(line(), privacy: .public)")
    }

    package static func note(_ line: String) {
        requests.notice("\(line, privacy: .public)")
    }
}
#else
/// Standard error gets the faults; requests are logged on Apple platforms only.
package enum SystemLog {
    static func report(_ fault: BarricadeError) {
        FileHandle.standardError.write(Data("Barricade: \(fault.message)\n".utf8))
    }

    static func end(_ line: () -> String) {}
    package static func note(_ line: String) {}
}
#endif

extension String {
    /// The path without symbolic links; the same path if there is no such file.
    package var realPath: String {
        // Foundation's takes twenty times as long.
        guard let path = realpath(self, nil) else { return self }
        defer { free(path) }
        return String(cString: path)
    }
}

/// The status of a file in the file system.
package struct FileStatus: Sendable, Equatable {
    package let size: Int
    package let isFolder: Bool
    /// Whether it is neither a folder nor a pipe, a device or the like.
    package let isRegular: Bool
    /// The modification date, in nanoseconds since 1970, as exact as the platform reports it.
    package let modification: Int
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

    /// Returns whether it is the same file, perhaps with another content, not one in its place.
    func isSameFile(as other: FileStatus) -> Bool { number == other.number }

    #if !canImport(Darwin)
    private static func nanoseconds(_ time: timespec) -> Int {
        Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }
    #endif
}

#if canImport(Darwin)
// Apple platforms make responses fast enough.
extension HTTPURLResponse {
    /// The most responses with one head to keep.
    static let mostKept = 1

    /// Moves nothing.
    static func move(_ response: inout HTTPURLResponse, to url: URL) -> Bool { false }
}

typealias MovableResponse = HTTPURLResponse
#else
extension HTTPURLResponse {
    /// The most responses with one head to keep: about as many as are on their way at a time.
    static let mostKept = 64

    /// Moves a response to another URL if it is movable and nothing else refers to it; returns
    /// whether it has moved.
    static func move(_ response: inout HTTPURLResponse, to url: URL) -> Bool {
        guard isKnownUniquelyReferenced(&response), let movable = response as? MovableResponse
        else { return false }
        movable.state.withLock { $0.newURL = url }
        return true
    }
}

/// A response on Linux whose URL may change while nothing refers to it, and may be hidden.
///
/// Linux reads all header fields again for each new response, which takes a tenth of a request.
final class MovableResponse: HTTPURLResponse, @unchecked Sendable {
    // Unchecked because its superclass is; the one stored property is a lock, which orders the
    // earlier owner's reading before the change.
    fileprivate let state = Locked<(newURL: URL?, blindThread: Thread?)>((nil, nil))

    override var url: URL? {
        let (newURL, blindThread) = state.withLock { $0 }
        if let blindThread, blindThread === Thread.current { return nil }
        return newURL ?? super.url
    }

    /// Runs a closure to which the response shows no URL; other threads see it meanwhile.
    func hidingURL(_ body: () -> Void) {
        state.withLock { $0.blindThread = Thread.current }
        defer { state.withLock { $0.blindThread = nil } }
        body()
    }

    // Archived and printed as a plain `HTTPURLResponse`.
    override var classForCoder: AnyClass { HTTPURLResponse.self }

    override var description: String {
        super.description.replacingOccurrences(
            of: "\(MovableResponse.self)", with: "\(HTTPURLResponse.self)")
    }
}
#endif
