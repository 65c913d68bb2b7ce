import Barricade
import BarricadeCommon
import Foundation

/// A response of a folder: what it sends, and whether it still is as it was recorded.
struct KnownResponse {
    let response: CannedResponse
    /// `nil` if that is not the same for each request, or cannot be read.
    private let outcome: Exchange.Outcome?
    /// The body of its reply; `nil` if it has none.
    let body: Data?
    /// Whether nobody has changed it since it was recorded.
    let isUntouched: Bool
    private let mark: RecordedMark?

    init(_ response: CannedResponse, in files: [FileLocation], _ volatile: VolatilePaths) {
        self.response = response
        outcome = Exchange.Outcome(response, in: files, volatile)
        body = try? response.plainReply?.bytes(in: files)
        mark = RecordedMark(of: response)
        isUntouched = mark != nil && mark?.reply == Self.digest(of: response, in: files)
    }

    /// Returns whether a recorded outcome is the same; of what people wrote, lesser header fields do
    /// not count.
    func isSame(as other: Exchange.Outcome) -> Bool {
        guard let outcome else { return false }
        return mark == nil ? outcome.isLike(other) : outcome.isSame(as: other)
    }

    /// Returns whether this is what people have made of a response that has come again.
    func isEdit(of recorded: RecordedResponse) -> Bool {
        guard !isUntouched, let mark else { return false }
        return mark.reply == Self.digest(of: recorded.canned(), in: [])
    }

    /// Returns whether this is the earlier reply to the same request, with the same status.
    func isEarlier(_ recorded: RecordedResponse) -> Bool {
        isUntouched && recorded.place != nil && mark?.place == recorded.place
            && outcome?.title == recorded.outcome.title
    }

    /// Returns whether a response of the same name may replace this one: nobody has changed it, and
    /// it is not the reply to another request of the set.
    func givesWay(to recorded: RecordedResponse) -> Bool {
        guard isUntouched else { return false }
        guard let own = mark?.place, let place = recorded.place else { return true }
        return own == place
    }

    /// A digest of what a response sends; `nil` if that cannot be read.
    static func digest(of response: CannedResponse, in files: [FileLocation]) -> String? {
        if let elements = response.elementsInTurn {
            let digests = elements.map { element in
                // An edit of a body's file is none of the sequence.
                let content = element.plainReply?.file ?? digest(of: element, in: files) ?? ""
                return "\(element.name) \(element.repeats ?? 1) \(content)"
            }
            return BodyFingerprint(bytes: Data(digests.joined(separator: "\n").utf8)).text
        }
        if let code = response.errorCode { return "\(code.rawValue)" }
        guard let reply = response.plainReply, let body = try? reply.bytes(in: files) else {
            return nil
        }
        let fields = reply.headers.fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        let text = ["\(reply.status)"] + fields + [BodyFingerprint(body).text]
        return BodyFingerprint(bytes: Data(text.joined(separator: "\n").utf8)).text
    }
}
