/// The time for which processors work for a thread, whatever else the machine does.
enum ThreadTime {
    /// Returns the seconds that something takes its thread.
    static func seconds(of body: () throws -> Void) rethrows -> Double {
        let start = current
        try body()
        return current - start
    }

    private static var current: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
