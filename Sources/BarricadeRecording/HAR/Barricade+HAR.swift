public import Barricade
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
        var records = requests.compactMap { HARRecord($0, of: self) }
        var comment: String?
        let redactor = redaction.map { Redactor($0) }
        if let redactor {
            let lessons = redactor.learn(from: records.map(\.exchange))
            let all = records.count
            records = zip(records, lessons).compactMap { record, lesson in
                var record = record
                return (try? record.redact(by: redactor, after: lesson)).map { record }
            }
            let missing = all - records.count
            if missing > 0 {
                comment = "Requests left out, since they cannot be redacted: \(missing)."
            }
        }
        do {
            let data = try HARText(records, comment: comment).data()
            try redactor?.verify(data, at: "the log")
            return data
        } catch {
            throw BarricadeError(error)
                ?? BarricadeError(.unreadableArchive, error.localizedDescription)
        }
    }
}
