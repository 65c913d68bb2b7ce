package import Barricade
import BarricadeCommon
import Foundation

/// All that is known of a request in the log.
package struct LogDetail: Sendable {
    package let row: LogRow
    package let request: MessageContent
    /// The reply that the caller got; `nil` if none came, or none was kept.
    package let reply: MessageContent?
    package let url: String
    /// A response with the reply, in Swift, or in JSON for people without it; empty if there is none,
    /// or it is too large.
    package let responseCode: String
    /// When it came, how long it took, and why it got its reply.
    package let facts: [MessageContent.Field]
    /// Why the claiming set, or the nearest sets, match the request or do not.
    package let match: MatchExplanation?

    /// - Parameter isMasked: Whether secrets are masked.
    package init(_ entry: LoggedRequest, in barricade: Barricade?, isMasked: Bool) {
        row = LogRow(entry)
        request = MessageContent(entry.request, isMasked: isMasked)
        let kept = barricade?.reply(to: entry)
        reply = kept.map { MessageContent($0, isMasked: isMasked) }
        let draft = kept == nil ? nil : try? barricade?.draft(from: entry, isMasked: isMasked)
        let made = draft.flatMap { try? $0.made() }
        let isRunByTool = barricade?.store.state.routing.isRunByTool ?? false
        responseCode = (isRunByTool ? made?.json : made?.swift) ?? ""
        facts = [
            ("Arrived", row.time), ("Waited", kept?.waited.words),
            ("First byte after", kept?.firstByte?.words), ("Took", row.duration),
            ("Set", entry.set), ("Response", entry.response), ("Note", entry.note),
        ].compactMap { name, value in value.map { MessageContent.Field(name, $0) } }
        let target = entry.request.url.absoluteString
        url = isMasked ? Secrets.masked(url: target) : target
        match = barricade?.explanation(of: entry.request).about(entry.set)
    }
}

extension LogDetail {
    /// The request and its reply as text, to share.
    package var text: String { "\(request.text)\n\(reply?.text ?? "\(row.outcome)\n")" }

    /// The title of the action that makes a response of the request and its reply.
    package var makingTitle: String {
        if reply != nil { return "Keep and Edit" }
        return row.entry.set == nil ? "Make a Set" : "Make a Response"
    }
}

extension MatchExplanation {
    /// The part about the set that claimed the request; all of it if none did, and `nil` if that
    /// set is gone.
    fileprivate func about(_ set: String?) -> MatchExplanation? {
        guard let set else { return self }
        let claiming = nearest.filter { $0.name == set && $0.checks.allSatisfy(\.isMet) }
        return claiming.isEmpty ? nil : MatchExplanation(nearest: claiming, suggestion: "")
    }
}

extension Barricade {
    /// Returns a request by its number; `nil` if it is not in the log.
    package func loggedRequest(_ id: LoggedRequest.ID) -> LoggedRequest? { request(id) }
}
