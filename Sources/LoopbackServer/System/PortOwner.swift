import Foundation

/// The process that listens on a port, if the system tells.
enum PortOwner {
    /// Returns the process in words: `process 4242 (python3)`, `this process`; `nil` if it is
    /// unknown, as on Apple platforms or if it is another user's.
    static func name(of port: UInt16) -> String? {
        #if os(Linux)
        let sockets = Set(["tcp", "tcp6"].flatMap { listeningSockets(in: $0, port) })
        guard !sockets.isEmpty else { return nil }
        let processes = contents(of: "/proc").compactMap { CInt($0) }
        // This one first, since it is the likeliest.
        for process in [getpid()] + processes where has(process, anyOf: sockets) {
            guard process != getpid() else { return "this process" }
            let name = text(of: "/proc/\(process)/comm").trimmingCharacters(in: .newlines)
            return "process \(process)\(name.isEmpty ? "" : " (\(name))")"
        }
        #endif
        return nil
    }

    #if os(Linux)
    /// Returns the sockets that listen on a port, as link targets in `/proc`.
    private static func listeningSockets(in table: String, _ port: UInt16) -> [String] {
        let end = ":" + String(format: "%04X", port)
        return text(of: "/proc/net/\(table)").split(separator: "\n").compactMap { line in
            // The columns: number, local address, remote address, state (0A listens), …, inode.
            let words = line.split(separator: " ")
            guard words.count > 9, words[1].hasSuffix(end), words[3] == "0A" else { return nil }
            return "socket:[\(words[9])]"
        }
    }

    private static func has(_ process: CInt, anyOf sockets: Set<String>) -> Bool {
        let folder = "/proc/\(process)/fd"
        return contents(of: folder).contains { name in
            let link = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "\(folder)/\(name)")
            return link.map(sockets.contains) ?? false
        }
    }

    private static func contents(of folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Reads a file in `/proc`; `Data` and `String` read only its first page (Swift 6.3.1), since
    /// its size is 0.
    private static func text(of file: String) -> String {
        let data = try? FileHandle(forReadingFrom: URL(filePath: file)).readToEnd()
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
    #endif
}
