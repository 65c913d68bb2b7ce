import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// A response of a folder, and whether anybody has edited it since it was recorded.
struct KnownResponse {
    let response: CannedResponse
    /// The key of equal outcomes; `nil` if the outcome is not known.
    let key: OutcomeKey?
    /// The body of its reply; `nil` if it has none.
    let body: Data?
    /// Whether nobody has changed it since it was recorded.
    let isUntouched: Bool
    private let title: String?

    init(_ response: CannedResponse, in files: FileLocation, _ volatile: VolatilePaths) {
        self.response = response
        let outcome = try? Exchange.Outcome(response, in: files)
        key = outcome.map { OutcomeKey($0, volatile) }
        title = outcome?.title
        body = if case .reply(let reply) = outcome { reply.body } else { nil }
        let mark = response.recordedMark
        isUntouched = mark != nil && mark == Self.digest(of: response, in: files)
    }

    /// Returns whether a recorded outcome is the same, apart from minor header fields if a person
    /// wrote the response.
    fileprivate func isSame(as other: OutcomeKey) -> Bool {
        response.recordedMark == nil ? key?.plain == other.plain : key == other
    }

    /// Returns whether this is a person's edit of a response that has come again.
    fileprivate func isEdit(of recorded: RecordedResponse) -> Bool {
        guard !isUntouched, let mark = response.recordedMark else { return false }
        return mark == Self.digest(of: recorded.canned(), in: [])
    }

    /// Returns whether a response of the same name may replace this one: nobody has changed it, and
    /// it is not the reply to another request of the set.
    fileprivate func givesWay(to recorded: RecordedResponse) -> Bool {
        isUntouched
            && (recorded.requests.isEmpty
                || response.recordedFor.allSatisfy {
                    recorded.requests.contains(RecordedRequest($0))
                })
    }

    /// Returns whether this is an earlier reply to the same requests, with the same status.
    fileprivate func isEarlier(_ recorded: RecordedResponse) -> Bool {
        givesWay(to: recorded) && title == recorded.outcome.title
    }

    /// The digest of a response; `nil` if it cannot be read.
    static func digest(of response: CannedResponse, in files: FileLocation) -> String? {
        if let elements = response.elementsInTurn {
            let digests = elements.map { element in
                // Editing a body's file does not edit the sequence.
                let content = element.plainReply?.file ?? digest(of: element, in: files) ?? ""
                let requests = element.recordedFor.map { " \($0)" }.joined()
                return "\(element.name) \(element.repeats ?? 1) \(content)\(requests)"
            }
            return BodyFingerprint(bytes: Data(digests.joined(separator: "\n").utf8)).text
        }
        let body =
            response.errorCode == nil ? try? response.plainReply?.bytes(in: files) : Data()
        return body.flatMap { response.recordedDigest(BodyFingerprint($0)) }
    }
}

extension [KnownResponse] {
    /// The names of the recorded responses in the folder, and which of them it has already,
    /// unchanged or edited by people.
    func names(
        of recorded: RecordedSet, _ volatile: VolatilePaths
    ) -> (names: [String: String], unchanged: Set<String>) {
        guard !isEmpty else { return ([:], []) }
        let byName = Dictionary(map { ($0.response.name, $0) }) { first, _ in first }
        let byOutcome = Dictionary(grouping: filter { $0.key != nil }, by: \.key?.plain)
        let byRequest = Dictionary(grouping: self) {
            RecordedRequest($0.response.recordedFor.first)
        }
        let edited = filter { !$0.isUntouched }
        var names: [String: String] = [:]
        var taken: Set<String> = []
        func isFree(_ known: KnownResponse) -> Bool { !taken.contains(known.response.name) }
        for response in recorded.responses {
            let key = OutcomeKey(response.outcome, volatile)
            let same =
                byOutcome[key.plain]?.first { isFree($0) && $0.isSame(as: key) }
                ?? edited.first { isFree($0) && $0.isEdit(of: response) }
            guard let same else { continue }
            names[response.name] = same.response.name
            taken.insert(same.response.name)
        }
        let unchanged = Set(names.keys)
        for response in recorded.responses where names[response.name] == nil {
            // Those of other bodies are replies to other requests.
            let any = response.requests.isEmpty && !recorded.hasBodies ? [RecordedRequest()] : []
            let before = (response.requests + any).lazy.compactMap { byRequest[$0] }.joined()
                .first { isFree($0) && $0.isEarlier(response) }
            var name = before?.response.name ?? response.name
            var number = 2
            // Do not replace a response that a person has edited, that came again, or that is the
            // reply to another request.
            while taken.contains(name) || byName[name].map({ !$0.givesWay(to: response) }) ?? false
            {
                name = "\(response.outcome.title) (\(number))"
                number += 1
            }
            names[response.name] = name
            taken.insert(name)
        }
        return (names, unchanged)
    }
}
