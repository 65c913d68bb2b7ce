import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the app can tell its user about a request that failed.
enum AddressBookError: Error {
    case offline
    case unreachable
    case notFound
    case refused
    case closed(status: Int)
    case unreadableReply

    init(status: Int) {
        self =
            switch status {
            case 404: .notFound
            case 500...: .closed(status: status)
            default: .refused
            }
    }

    init(_ error: URLError) {
        self = error.code == .notConnectedToInternet ? .offline : .unreachable
    }

    var message: String {
        switch self {
        case .offline: "You are offline."
        case .unreachable: "The address book cannot be reached. Try again."
        case .notFound: "This contact no longer exists."
        case .refused: "The address book does not take this."
        case .closed(let status): "The address book is closed for a moment (\(status))."
        case .unreadableReply: "Please update the app to read this address book."
        }
    }
}
