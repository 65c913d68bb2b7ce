#if os(Linux)

/// What the process takes of the system.
struct ProcessUse: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    /// Kilobytes of memory that it has in use.
    let memory: Int

    static var current: ProcessUse {
        let pages =
            (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ProcessUse(
            descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"),
            memory: pages * sysconf(CInt(_SC_PAGESIZE)) / 1_024)
    }

    /// The time for which processors have worked for the process; found without a descriptor.
    static var processorTime: Duration {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_utime.duration + usage.ru_stime.duration
    }

    /// Waits until servers have closed what their clients have left; returns what is in use then.
    ///
    /// - Parameter threads: The most threads that may stay; idle ones of the system end by themselves.
    static func settled(threads most: Int = .max) async throws -> ProcessUse {
        var use = current
        for _ in 0..<30 {
            // A connection lingers for a second at most.
            try await Task.sleep(for: .milliseconds(1_100))
            let next = current
            if next.descriptors == use.descriptors, next.threads <= min(use.threads, most) {
                return next
            }
            use = next
        }
        throw Unrest(description: "never at rest: \(use)")
    }

    private struct Unrest: Error, CustomStringConvertible {
        let description: String
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(memory) KB" }
}

extension timeval {
    fileprivate var duration: Duration { .seconds(tv_sec) + .microseconds(tv_usec) }
}
#endif
