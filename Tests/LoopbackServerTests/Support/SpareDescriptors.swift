#if os(Linux)
import Foundation

/// All descriptors that a process may still have, taken so that nobody else gets one.
struct SpareDescriptors {
    private var taken: [CInt] = []
    private let usual: rlimit

    init() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        usual = limit
        // A process may have inherited any number of them.
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        limit.rlim_cur = rlim_t((names ?? []).compactMap { Int($0) }.max() ?? 0) + 20
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
            taken.append(descriptor)
        }
    }

    /// Gives one back.
    mutating func giveBack() {
        if let last = taken.popLast() { close(last) }
    }

    mutating func giveBackAll() {
        while !taken.isEmpty { giveBack() }
        var limit = usual
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
#endif
