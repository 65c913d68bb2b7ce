public import Foundation

/// The body of a request, whichever way it was given.
///
/// A body is read once, from `httpBody`, a stream, or an upload task. What this platform hides is
/// ``unreadable(_:)``, never empty.
public enum RequestBody: Sendable, Hashable {
    /// The request has no body; empty data is a body.
    case none
    /// The whole body.
    case data(Data)
    /// The beginning of a body that is longer than what the request log keeps.
    case truncated(Data, size: Int)
    /// There is a body, or may be one, that cannot be read; with the reason.
    case unreadable(String)

    /// The bytes that are there; `nil` without a body or where it cannot be read.
    public var data: Data? {
        switch self {
        case .data(let data), .truncated(let data, _): data
        case .none, .unreadable: nil
        }
    }

    /// What reading a body says where there is none.
    static let absence = "request has no body"

    /// The body as far as a limit allows.
    func kept(_ limit: Int) -> RequestBody {
        guard case .data(let data) = self, data.count > limit else { return self }
        return .truncated(Data(data.prefix(limit)), size: data.count)
    }
}

extension RequestBody: CustomStringConvertible {
    /// The size, never the content: `17 bytes`.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): data.count == 1 ? "1 byte" : "\(data.count) bytes"
        case .truncated(let data, let size): "\(data.count) of \(size) bytes"
        case .unreadable(let reason): "not readable: \(reason)"
        }
    }
}
