import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Knows whether sessions of a barricade may add header fields to their requests.
///
/// Linux keeps those from a URLProtocol, and finding them for the log costs a third of a request,
/// so it is only done where a configuration that the barricade is installed in has some.
final class HeaderSources: Sendable {
    private struct State {
        var hasHeaders = false
        /// The latest configurations: they may yet be given headers, before their session is made.
        var configurations: [URLSessionConfiguration] = []
    }

    private let state = Locked(State())

    func add(_ configuration: URLSessionConfiguration) {
        #if canImport(FoundationNetworking)
        state.withLock { state in
            if state.configurations.count == 16 {
                let oldest = state.configurations.removeFirst()
                state.hasHeaders = state.hasHeaders || Self.hasHeaders(oldest)
            }
            state.configurations.append(configuration)
        }
        #endif
    }

    var mayAddHeaders: Bool {
        state.withLock { $0.hasHeaders || $0.configurations.contains(where: Self.hasHeaders) }
    }

    private static func hasHeaders(_ configuration: URLSessionConfiguration) -> Bool {
        !(configuration.httpAdditionalHeaders ?? [:]).isEmpty
    }
}
