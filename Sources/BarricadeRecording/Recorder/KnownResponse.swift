import Barricade
import BarricadeCommon
import Foundation

/// A response of a folder, and whether anybody has edited it since it was recorded.
struct KnownResponse {
    let response: CannedResponse
    /// `nil` if it is not the same for each request, or cannot be read.
    private let outcome: Exchange.Outcome?
    /// The body of its reply; `nil` if it has none.
    let body: Data?
    /// Whether nobody has changed it since it was recorded.
    let isUntouched: Bool
    private let mark: String?

    init(_ response: CannedResponse, in files: [FileLocation], _ volatile: VolatilePaths) {
        self.response = response
        outcome = Exchange.Outcome(response, in: files, volatile)
        body = try? response.plainReply?.bytes(in: files)
        // Older marks have a second digest.
        mark = response.recordedMark?.split(separator: " ").first.map { String($0) }
        isUntouched = mark != nil && mark == Self.digest(of: response, in: files)
    }

    /// The key of equal outcomes; `nil` if the outcome is not known.
    var key: OutcomeKey? { outcome.map { OutcomeKey($0) } }

    /// Returns whether a recorded outcome is the same, apart from minor header fields if a person
    /// wrote the response.
    func isSame(as other: Exchange.Outcome) -> Bool {
        guard let outcome else { return false }
        return outcome.isSame(as: other, ignoringFields: mark == nil)
    }

    /// Returns whether this is a person's edit of a response that has come again.
    func isEdit(of recorded: RecordedResponse) -> Bool {
        guard !isUntouched, let mark else { return false }
        return mark == Self.digest(of: recorded.canned(), in: [])
    }

    /// Returns whether this is the earlier reply to the same requests, with the same status.
    func isEarlier(_ recorded: RecordedResponse) -> Bool {
        isUntouched && !response.recordedFor.isEmpty && isForNoOther(than: recorded)
            && outcome?.title == recorded.outcome.title
    }

    private func isForNoOther(than recorded: RecordedResponse) -> Bool {
        response.recordedFor.allSatisfy(recorded.requests.contains)
    }

    /// Returns whether a response of the same name may replace this one: nobody has changed it, and
    /// it is not the reply to another request of the set.
    func givesWay(to recorded: RecordedResponse) -> Bool {
        isUntouched && (recorded.requests.isEmpty || isForNoOther(than: recorded))
    }

    /// The digest of a response; `nil` if it cannot be read.
    static func digest(of response: CannedResponse, in files: [FileLocation]) -> String? {
        if let elements = response.elementsInTurn {
            let digests = elements.map { element in
                // Editing a body's file does not edit the sequence.
                let content = element.plainReply?.file ?? digest(of: element, in: files) ?? ""
                let requests = element.recordedFor.map { " \($0)" }.joined()
                return "\(element.name) \(element.repeats ?? 1) \(content)\(requests)"
            }
            return BodyFingerprint(bytes: Data(digests.joined(separator: "\n").utf8)).text
        }
        guard response.errorCode == nil else {
            return digest(of: response, BodyFingerprint(Data()))
        }
        return (try? response.plainReply?.bytes(in: files)).flatMap {
            digest(of: response, BodyFingerprint($0))
        }
    }

    /// The digest of a response with a known body; `nil` if it is not the same each time.
    static func digest(of response: CannedResponse, _ body: BodyFingerprint) -> String? {
        if let code = response.errorCode { return "\(code.rawValue)" }
        guard let reply = response.plainReply else { return nil }
        let fields = reply.headers.fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        let text = ["\(reply.status)"] + fields + [body.text]
        return BodyFingerprint(bytes: Data(text.joined(separator: "\n").utf8)).text
    }
}
