import Barricade
import BarricadeCommon
import Foundation

/// The status line and header fields of a response, and the framing of its body.
struct FramedHead {
    enum Framing: Equatable {
        /// No body, whatever the response has.
        case nothing
        /// So many bytes.
        case length(Int)
        case chunks
        /// The body ends with the connection, for HTTP/1.0.
        case connection
    }

    let bytes: Data
    let framing: Framing
    let isKeptAlive: Bool

    /// Makes the head of a response; a request whose head could not be parsed is `nil`.
    init(
        of response: LoopbackServer.Response, to request: RequestHead?, keepAlive: Bool,
        date: String
    ) {
        let status = response.status
        var headers = response.headers
        let stated = headers["Content-Length"].flatMap { Int($0) }.map { max($0, 0) }
        for name in ["Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length", "Upgrade"] {
            headers[name] = nil
        }
        if headers["Date"] == nil { headers.append("Date", date) }
        let isCurrent = request?.isCurrent ?? true
        var framing = Framing.chunks
        switch response.body {
        case .data(let data): framing = .length(data.count)
        case .stream, .events:
            if let stated { framing = .length(stated) } else if !isCurrent { framing = .connection }
        }
        let isBodiless = status == .noContent || status == .notModified
        if !isBodiless {
            switch framing {
            case .length(let count):
                // A response to HEAD may state a length without having a body.
                let isStated = request?.method == .head && count == 0
                headers.append("Content-Length", "\(isStated ? stated ?? 0 : count)")
            // Where a response to HEAD states no length, servers say nothing of the body.
            case .chunks where request?.method != .head:
                headers.append("Transfer-Encoding", "chunked")
            case .nothing, .chunks, .connection: break
            }
        }
        isKeptAlive = keepAlive && (framing != .connection || isBodiless)
        if !isKeptAlive {
            headers.append("Connection", "close")
        } else if !isCurrent {
            headers.append("Connection", "keep-alive")
        }
        self.framing = isBodiless || request?.method == .head ? .nothing : framing
        var text = "HTTP/1.1 \(status) \(status.reason)\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        bytes = Data((text + "\r\n").utf8)
    }
}

extension LoopbackServer.Response {
    /// The response, or one with the reason why it cannot be sent.
    var sendable: LoopbackServer.Response {
        // Some servers send others than those of RFC 9110, which pass through.
        guard (200...999).contains(status.rawValue) else {
            return .fault("its status is \(status)")
        }
        guard let fault = headers.fault else { return self }
        return .fault(fault)
    }

    private static func fault(_ reason: String) -> LoopbackServer.Response {
        .text("The response cannot be sent: \(reason).\n", status: .internalServerError)
    }
}

/// The text of `Date` fields (RFC 9110, section 5.6.7), made once in each second.
struct DateField {
    private let formatter = DateFormatter()
    private var second = -1.0
    private var text = ""

    init() {
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    }

    /// Returns the text for the present time.
    mutating func now() -> String {
        let now = Date()
        let second = now.timeIntervalSince1970.rounded(.down)
        if second != self.second { (self.second, text) = (second, formatter.string(from: now)) }
        return text
    }
}
