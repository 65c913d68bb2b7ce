import Barricade
import BarricadeCommon
import Foundation

extension HARRecord {
    /// Makes the record of a request in a barricade's log; `nil` if it has not ended.
    init?(_ entry: LoggedRequest, of barricade: Barricade) {
        guard let (outcome, comment) = Self.outcome(of: entry) else { return nil }
        let request = entry.request
        let body: Exchange.Body =
            if case .data(let data) = request.body { .data(data) } else { .none }
        self.init(
            Exchange(
                Exchange.Request(
                    method: request.method, url: request.url.absoluteString,
                    headers: request.headers, body: body),
                outcome, date: entry.date, duration: entry.duration))
        self.comment = comment
        guard case .reply(let reply) = outcome else { return }
        if let known = Self.reply(of: entry, in: barricade),
            reply.status == known.status || reply.status == 0 && known.status.isRedirection
        {
            exchange.outcome = .reply(known)
            self.comment = nil
        } else {
            isBodyKnown = false
        }
    }

    /// Returns how a request ended, as far as the log knows; `nil` if it has not ended.
    private static func outcome(
        of entry: LoggedRequest
    ) -> (outcome: Exchange.Outcome, comment: String?)? {
        switch entry.outcome {
        case .pending, .held:
            return nil
        case .answered(let status):
            let reply = Exchange.Reply(status: status)
            return (.reply(reply), "The log does not keep the rest of the reply.")
        case .redirected(let url):
            let reply = Exchange.Reply(status: 0, headers: ["Location": url.absoluteString])
            return (.reply(reply), "It was redirected; the log does not keep the status.")
        case .passedThrough:
            return (
                .reply(Exchange.Reply(status: 0)),
                "It went to the real server, whose reply the log does not keep."
            )
        case .cancelled:
            return (.failure(.cancelled), nil)
        case .unmatched:
            return (.failure(.unknown), "No response set claimed it.")
        case .failed(NSURLErrorDomain, let code):
            let known = URLError.Code.named.first { $0.value.rawValue == code }
            return (.failure(known?.value ?? .unknown), nil)
        case .failed(let domain, let code):
            return (.failure(.unknown), "It failed with \(domain) \(code).")
        }
    }

    /// Returns the reply that the same response would send now; `nil` if it is not known.
    private static func reply(
        of entry: LoggedRequest, in barricade: Barricade
    ) -> Exchange.Reply? {
        guard let set = entry.set, let response = entry.response,
            let (_, prepared) = try? barricade.store.snapshot.known(response, for: set),
            let preview = try? prepared.preview(bodyLimit: .max),
            preview.bodySize == preview.body.count
        else { return nil }
        let body = entry.request.method == .head ? Data() : preview.body
        return Exchange.Reply(
            status: preview.status, headers: preview.headers, body: .data(body))
    }
}
