import Foundation

/// The memory of this process.
enum Memory {
    /// How many megabytes the process occupies now; where only that is known, at its highest.
    static var megabytes: Double {
        #if os(Linux)
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ")
        let pages = fields.flatMap { $0.count > 1 ? Double($0[1]) : nil } ?? .nan
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return Double(usage.ru_maxrss) / 1_048_576
        #endif
    }
}
