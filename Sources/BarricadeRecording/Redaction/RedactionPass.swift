import Barricade
import BarricadeCommon
import Foundation

/// One way through an exchange: it meets each value once, in the order of the text.
struct RedactionPass {
    enum Purpose {
        /// To get to know secrets; what comes out is thrown away.
        ///
        /// - Parameter earlier: What stands for secrets at each place of an older recording.
        case learning(earlier: [String: String])
        /// To note what stands for secrets in an older recording.
        case collecting
        /// - Parameter lesson: What the exchange has taught: all of it is known.
        case redacting(after: Redactor.Lesson)
    }

    let rules: RedactionRules
    let names: NameLookup
    /// What has been learned before.
    let secrets: SecretVault.Contents
    let purpose: Purpose
    /// The secrets to replace wherever they stand; none unless it redacts.
    let known: SecretIndex
    /// Seeks the known secrets in every way in which they may be written.
    let search: SecretSearch

    /// The depth to which texts are read within texts; deeper ones are replaced as a whole.
    static let deepest = 6
    /// The number of times that escapes of a text are undone.
    static let mostEscapes = 18

    /// The secrets that are to be learned, in the order of the text.
    private(set) var met: [MetSecret] = []
    /// What stood for some of them in an older recording, and stands for them again.
    private var earlierTexts: Set<String> = []
    /// What stands for the others until they are learned.
    private static let standIn = Replacement.opaque(1, length: 0)
    private var notes: [(change: RedactionReport.Change, place: String)] = []
    /// What stands at each place of a secret, if it collects.
    private(set) var collected: [String: String] = [:]
    private var request = ""
    /// The items of the request's query, with the values that are no secrets.
    var harmlessItems: [String] = []
    /// The part of the exchange, and the steps to a value in it.
    var part = ""
    var steps: [JSONPath.Step] = []
    /// How many texts within texts it is in.
    var depth = 0
    /// How often the escapes of the text that it is in have been undone.
    var escapeDepth = 0
    /// The JSON text that is being read.
    var document: [UInt8] = []
    /// Whether it has met anything that may be changed, or that the quick search does not read.
    var hasFindings = false
    /// Whether the body of the reply has nothing of that kind.
    private(set) var hasPlainBody = false

    init(_ rules: RedactionRules, _ secrets: SecretVault.Contents, _ purpose: Purpose) {
        self.rules = rules
        names = NameLookup(rules)
        self.secrets = secrets
        self.purpose = purpose
        if case .redacting = purpose { known = secrets.index } else { known = SecretIndex() }
        search = SecretSearch(known)
    }

    private var isCollecting: Bool { if case .collecting = purpose { true } else { false } }

    var isRedacting: Bool { if case .redacting = purpose { true } else { false } }

    /// Returns an exchange as it may be kept.
    mutating func exchange(_ exchange: Exchange) throws(BarricadeError) -> Exchange {
        var exchange = exchange
        // An older recording has kept none: that of the new exchange stands in its place.
        if !isCollecting { try readRequest(&exchange.request) }
        if case .reply(var reply) = exchange.outcome {
            let type = reply.headers["Content-Type"]
            reply.headers = replyHeaders(reply.headers)
            part = "body"
            reply.body = try replyBody(reply.body, type)
            exchange.outcome = .reply(reply)
        }
        return exchange
    }

    private mutating func readRequest(_ request: inout Exchange.Request) throws(BarricadeError) {
        part = "URL"
        harmlessItems = []
        request.url = url(request.target ?? request.url, as: .request)
        if !harmlessItems.isEmpty {
            let start = request.url.prefix { $0 != "?" }
            request.target = "\(start)?\(harmlessItems.joined(separator: "&"))"
        }
        self.request = "\(request.method) \(request.url.prefix { $0 != "?" })"
        part = "request header"
        let type = request.headers["Content-Type"]
        request.headers = requestHeaders(request.headers)
        try requestBody(&request, type)
    }

    private mutating func replyBody(
        _ body: Exchange.Body, _ type: String?
    ) throws(BarricadeError) -> Exchange.Body {
        if case .data(let data) = body, canPassOver(data) {
            hasPlainBody = true
            return body
        }
        hasFindings = false
        let kept = try self.body(body, type, of: "The reply to \(request)")
        if case .data(let data) = body, case .data(let keptData) = kept {
            hasPlainBody = !hasFindings && data == keptData
        }
        return kept
    }

    /// Returns whether the body of the reply has no secret, by what is known of it.
    private func canPassOver(_ body: Data) -> Bool {
        guard case .redacting(let lesson) = purpose else { return false }
        return lesson.hasPlainBody && !search.finds(in: body)
    }

    private mutating func requestBody(
        _ request: inout Exchange.Request, _ type: String?
    ) throws(BarricadeError) {
        part = "request body"
        if rules.redaction.keepsRequestBodies {
            request.body = try body(request.body, type, of: "The body of \(self.request)")
        } else {
            // It is not kept, so it need not be readable, but it may tell what is secret.
            if !isRedacting { _ = try? body(request.body, type, of: "") }
            request.body = .none
        }
    }

    // MARK: Notes

    /// The place of a value, for reports: any element of an array is `[*]`.
    private var placeInReport: String {
        guard !steps.isEmpty else { return part }
        let path = JSONPath(
            steps: steps.map { step in if case .index = step { .all } else { step } })
        return "\(part) \(path)"
    }

    mutating func note(_ change: RedactionReport.Change, _ place: String? = nil) {
        guard isRedacting else { return }
        notes.append((change, place ?? placeInReport))
    }

    /// Notes that a value is left out, and nothing else about it.
    mutating func noteDropped(since count: Int) {
        notes.removeSubrange(count...)
        note(.dropped)
    }

    var noteCount: Int { notes.count }

    /// What was noted.
    var report: RedactionReport {
        notes.reduce(into: RedactionReport()) { report, note in
            report.add(
                RedactionReport.Entry(change: note.change, request: request, place: note.place))
        }
    }

    // MARK: Secrets

    /// Returns what stands for a secret.
    ///
    /// - Parameter isKnown: Whether it is to be replaced wherever else it stands.
    mutating func secret(
        _ text: String, _ shape: Secrets.Shape? = nil, isKnown: Bool = true
    ) -> String {
        hasFindings = true
        if case .collecting = purpose {
            collected[exactPlace()] = text
            return text
        }
        let replacement = Replacement(of: text, shape)
        guard !isReplacement(replacement) else { return text }
        note(.replaced)
        if isRedacting, let known = secrets.text(for: replacement) { return known }
        if shape == .jsonWebToken { learnParts(of: text) }
        return meet(replacement, isKnown: isKnown, earlier: earlier())
    }

    /// Returns whether a text stands for a secret already.
    func isReplacement(_ text: Replacement) -> Bool {
        text.isOwn || earlierTexts.contains(text.original) || secrets.hasIssued(text.original)
    }

    /// Gets to know a secret that is not replaced where it stands, but wherever else it does.
    mutating func learn(_ text: String, _ shape: Secrets.Shape? = nil) {
        guard !isRedacting else { return }
        let replacement = Replacement(of: text, shape)
        guard !isReplacement(replacement) else { return }
        _ = meet(replacement, isKnown: true, earlier: nil)
    }

    /// Returns what stands for a secret until it has been learned.
    private mutating func meet(
        _ secret: Replacement, isKnown: Bool, earlier: String?
    ) -> String {
        met.append(MetSecret(replacement: secret, earlier: earlier, isKnown: isKnown))
        guard let earlier else { return Self.standIn }
        earlierTexts.insert(earlier)
        return earlier
    }

    /// Returns what stands at the same place of an older recording, if there is one.
    private mutating func earlier() -> String? {
        guard case .learning(let earlier) = purpose, !earlier.isEmpty else { return nil }
        return earlier[exactPlace()]
    }

    private var ordinals: [String: Int] = [:]

    /// The place of a value, also among several in one text.
    private mutating func exactPlace() -> String {
        let place = "\(part) \(JSONPath(steps: steps))"
        ordinals[place, default: 0] += 1
        return "\(place) \(ordinals[place] ?? 0)"
    }

    /// A token may be sent in pieces.
    private mutating func learnParts(of token: String) {
        for part in token.split(at: ".").dropFirst() where part.utf8.count >= 16 {
            learn(String(part))
        }
    }
}
