import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the app tells its reader apart when a request goes wrong.
enum BookshopError: Error, Equatable {
    case noConnection
    case timedOut
    /// The password is wrong, or the token is no longer good.
    case unauthorized
    /// The service refused, and says why in words for the reader.
    case refused(String)
    case unavailable(status: Int)
    case unreadableReply

    /// Finds the meaning of a connection's error; `nil` where the app has no words for it.
    init?(_ error: URLError) {
        switch error.code {
        case .notConnectedToInternet, .networkConnectionLost, .cannotFindHost,
            .cannotConnectToHost:
            self = .noConnection
        case .timedOut:
            self = .timedOut
        default:
            return nil
        }
    }

    /// Finds the meaning of a status that is not a success.
    init(status: Int, body: Data) {
        struct Refusal: Decodable {
            let message: String
        }
        switch status {
        case 401:
            self = .unauthorized
        case 400...499:
            let refusal = try? JSONDecoder().decode(Refusal.self, from: body)
            self = refusal.map { .refused($0.message) } ?? .unavailable(status: status)
        default:
            self = .unavailable(status: status)
        }
    }
}
