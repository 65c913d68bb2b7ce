package import Barricade
import Foundation

extension BarricadeError {
    /// Makes the error of a server that cannot listen: the problem and the fix.
    init(cannotListen message: String) {
        self.init(Code(.cannotListen), message)
    }

    /// Makes the error of a system call that failed; without an address, it was to listen on the
    /// loopback ones.
    package init(call: String, code: CInt, port: UInt16, at address: IPv4Address? = nil) {
        let cause = "\(call): \(String(cString: strerror(code)))"
        let host = address?.description ?? "127.0.0.1"
        let message =
            switch code {
            case EADDRINUSE:
                """
                Port \(port) of \(host) is in use.

                To fix: end the program that listens on it, or ask for another port, or 0 for \
                any free one.
                """
            case EACCES where (1..<1_024).contains(port):
                """
                Port \(port) is kept for the system (\(cause)).

                To fix: ask for a port from 1024 on.
                """
            case EPERM, EACCES:
                """
                This process must not listen on \(host) (\(cause)).

                To fix: give a sandboxed Mac app the entitlement \
                com.apple.security.network.server (in Xcode: App Sandbox, Incoming Connections).
                """
            default: "The server cannot listen on \(host) (\(cause))."
            }
        self.init(cannotListen: message)
    }
}
