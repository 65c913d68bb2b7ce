#if os(Linux) || os(macOS)

/// A program that runs beside the tests.
///
/// Foundation's `Process` is not for a process with as many open descriptors as these tests have
/// (Linux, up to Swift 6.3.1).
struct ChildProcess: Sendable {
    /// What of a program's output is read; the rest is thrown away.
    enum Reading: Sendable {
        case output, errors, both
    }

    /// What the program reads.
    let input: FileHandle
    /// What it writes.
    let output: FileHandle
    private let id: pid_t

    /// The program of these tests, to run others of them.
    static let ownProgram = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path

    /// Starts a program.
    ///
    /// - Parameter environment: What is added to the environment of the tests.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        reading: Reading = .output
    ) throws {
        let (input, output) = (Pipe(), Pipe())
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let (source, target) = (input.fileHandleForReading, output.fileHandleForWriting)
        let handles = [
            source, reading == .errors ? nil : target, reading == .output ? nil : target,
        ]
        for (descriptor, handle) in zip(CInt(0)..., handles) {
            if let handle {
                posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        // All others stay here: a connection ends only when nobody has it open any more.
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        #else
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        _ = Self.closeFrom?(&actions, 3)
        #endif
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var id = pid_t()
        let code = Self.withStrings([program] + arguments) { arguments in
            Self.withStrings(variables.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&id, program, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        try source.close()
        try target.close()
        (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
        self.id = id
    }

    /// Sends the program a signal.
    func send(_ signal: CInt) {
        kill(id, signal)
    }

    /// Reads what the program writes, and waits until it ends.
    func end() async -> (text: String, code: CInt) {
        await onOwnThread { [self] in
            try? input.close()
            let data = output.readDataToEndOfFile()
            var status = CInt()
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            // The low bits are the signal that ended it.
            let code = status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
            return (String(decoding: data, as: UTF8.self), code)
        }
    }

    #if !canImport(Darwin)
    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt

    /// Glibc has had it since 2.34, but Swift's headers show no extensions of GNU.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }
    #endif

    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
#endif
