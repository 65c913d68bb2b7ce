public import Barricade
import BarricadeCommon
import BarricadeFolder
public import Foundation

extension Barricade {
    /// Returns the log as a HAR 1.2 file, which the network panels of browsers open.
    ///
    /// ```swift
    /// try barricade.har().write(to: URL(fileURLWithPath: "log.har"))
    /// ```
    ///
    /// It has the finished requests of the log, in the order in which they came. The log keeps no
    /// replies, so header fields and bodies are those that the response would send now. They are
    /// left out, with a size of -1, for handlers, sequences and real servers, and if the response
    /// has changed since. A comment in the entry says so.
    ///
    /// - Parameter redaction: The rules by which secrets are replaced; `nil` keeps them all. The
    ///   default keeps no header fields and no bodies of requests.
    /// - Throws: `BarricadeError.Code.secretInFile` if the file would still hold a known secret.
    public func har(redaction: Redaction? = Redaction()) throws(BarricadeError) -> Data {
        var (records, comment) = (requests.compactMap { HARRecord($0, of: self) }, String?.none)
        let redactor = redaction.map { Redactor($0) }
        if let redactor {
            let lessons = redactor.learn(from: records.map(\.exchange))
            let all = records.count
            records = zip(records, lessons).compactMap { try? $0.redacted(by: redactor, after: $1) }
            let missing = all - records.count
            if missing > 0 {
                comment = "Requests left out, since they cannot be redacted: \(missing)."
            }
        }
        let data = HARText(records, comment: comment).data()
        try redactor?.verify(data, at: "the log")
        return data
    }
}

extension HARRecord {
    /// Makes the record of a request in a barricade's log; `nil` if it has not ended.
    fileprivate init?(_ entry: LoggedRequest, of barricade: Barricade) {
        guard let (outcome, comment) = Self.outcome(of: entry) else { return nil }
        self.init(
            Exchange(
                Exchange.Request(entry.request), outcome, date: entry.date,
                duration: entry.duration))
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
        let comment = "The log does not keep the rest of the reply."
        switch entry.outcome {
        case .pending, .held: return nil
        case .answered(let status): return (.reply(.init(status: status)), comment)
        case .redirected(let url):
            return (.reply(.init(status: 0, headers: ["Location": url.absoluteString])), comment)
        case .passedThrough: return (.reply(.init(status: 0)), comment)
        case .cancelled: return (.failure(.cancelled), nil)
        case .unmatched: return (.failure(.unknown), "No response set claimed it.")
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
            let (_, prepared) = try? barricade.store.state.known(response, for: set),
            let preview = try? prepared.preview(bodyLimit: .max),
            preview.bodySize == preview.body.count
        else { return nil }
        let body = entry.request.method == .head ? Data() : preview.body
        return Exchange.Reply(
            status: preview.status, headers: preview.headers, body: body)
    }

    /// Returns the record redacted, without bodies if they cannot be redacted.
    ///
    /// - Parameter lesson: What was learned from the exchange.
    /// - Throws: The reason why it cannot be kept at all.
    fileprivate func redacted(
        by redactor: Redactor, after lesson: Redactor.Lesson
    ) throws -> HARRecord {
        var record = self
        if let exchange = try? redactor.redact(exchange, after: lesson) {
            record.exchange = exchange
            return record
        }
        record.exchange.request.body = Data()
        if case .reply(var reply) = exchange.outcome {
            reply.body = Data()
            record.exchange.outcome = .reply(reply)
        }
        record.exchange = try redactor.redact(record.exchange)
        record.isBodyKnown = false
        record.comment = "Its body is left out, since it cannot be redacted."
        return record
    }
}
