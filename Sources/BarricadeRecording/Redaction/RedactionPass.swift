import Barricade
import Foundation

/// A pass through an exchange, which visits each value once, in the order of the text.
struct RedactionPass {
    enum Purpose {
        /// Learns secrets; its result is discarded.
        case learning
        /// Collects the replacements of secrets in an older recording.
        case collecting
        case redacting
    }

    let rules: RedactionRules
    let judgement: Judgement
    /// The secrets known before this pass.
    let secrets: SecretVault.Contents
    let isCollecting: Bool
    let isRedacting: Bool
    /// The replacements at each place of an older recording.
    private let earlier: [String: String]
    /// What was learned from the exchange.
    private let lesson: Redactor.Lesson?
    /// Whether a text is judged by itself: nothing that is known beforehand may change it.
    let isUnbiased: Bool
    /// The secrets to replace wherever they occur; none unless it redacts.
    let known: SecretIndex

    /// The depth up to which nested data is read.
    static let deepest = 2

    /// The secrets to learn, in the order of the text.
    private(set) var met: [MetSecret] = []
    /// Random JSON keys, which are not secret elsewhere.
    var keys: Set<String> = []
    /// The replacements taken over from an older recording.
    private var earlierTexts: Set<String> = []
    /// The changes, if it redacts; they do not name the request.
    private(set) var notes: [RedactionReport.Note] = []
    /// The text at each place of a secret, if it collects.
    private(set) var collected: [String: String] = [:]
    private(set) var request = ""
    /// The part of the exchange, and the steps to a value in it.
    var part = ""
    var steps: [JSONPath.Step] = []
    /// The depth of nested data within the body.
    var depth = 0
    /// Whether all texts of the body are secret, since it hands out tokens.
    var handsOutTokens = false
    /// The names in the first row of a table in JSON.
    var heading: [String] = []
    /// The reason to refuse the body for one of its keys.
    var keyRefusal: UnreadableBody?
    /// Whether the body may hold known secrets.
    var mayHoldKnown = true
    /// Whether the body is text in UTF-8, as the quick search for known secrets reads it.
    var isPlainText = true
    /// Whether the path of the request hands out tokens.
    private(set) var isTokenPath = false
    /// Whether the body of the reply has no secret of its own.
    private(set) var hasPlainBody = false

    init(
        _ purpose: Purpose, _ judgement: Judgement, _ secrets: SecretVault.Contents,
        after lesson: Redactor.Lesson? = nil, keptAs earlier: [String: String] = [:]
    ) {
        rules = judgement.rules
        (self.judgement, self.secrets) = (judgement, secrets)
        (self.lesson, self.earlier) = (lesson, earlier)
        (isCollecting, isRedacting) = (purpose == .collecting, purpose == .redacting)
        known = isRedacting ? secrets.index : SecretIndex()
        isUnbiased = !isCollecting && earlier.isEmpty && known.isEmpty
    }

    /// Returns an exchange as it may be kept.
    mutating func exchange(_ exchange: Exchange) throws(UnreadableBody) -> Exchange {
        var exchange = exchange
        isTokenPath =
            lesson?.isTokenPath ?? Secrets.handsOutTokens(ParsedURL(exchange.request.url).path)
        // An older recording keeps no request; the exchange has that of the new one.
        if !isCollecting { try readRequest(&exchange.request) }
        if case .reply(var reply) = exchange.outcome {
            let type = reply.headers["Content-Type"]
            let isHead = exchange.request.method == .head
            reply.headers = headers(reply.headers, keeping: rules.keptReplyHeaders) { pass, field in
                isHead && field.isNamed("Content-Length") || pass.isHarmless(field)
            }
            part = "body"
            handsOutTokens = isTokenPath
            reply.body = try replyBody(reply.body, type)
            exchange.outcome = .reply(reply)
        }
        return exchange
    }

    private mutating func readRequest(_ request: inout Exchange.Request) throws(UnreadableBody) {
        part = "URL"
        let whole = request.moments ?? request.target ?? request.url
        (request.url, request.target, request.moments) = requestURL(whole)
        self.request = "\(request.method) \(request.url.split(at: "?", most: 2)[0])"
        for index in met.indices { met[index].origin?.request = self.request }
        let type = request.headers["Content-Type"]
        request.varying = withoutNotes { pass in
            request.varying.filter { pass.value(of: $0) == $0.value }
        }
        request.headers = headers(
            request.headers, keeping: rules.keptRequestHeaders)
        part = "request body"
        if rules.redaction.keepsRequestBodies {
            request.body = try body(request.body, type, of: "The body of \(self.request)")
        } else {
            // It is not kept, so it need not be readable, but it may show what is secret.
            if !isRedacting { _ = try? body(request.body, type, of: "") }
            request.body = Data()
        }
    }

    private mutating func replyBody(
        _ body: Data, _ type: String?
    ) throws(UnreadableBody) -> Data {
        if isRedacting, !body.isEmpty {
            mayHoldKnown = known.finds(in: body)
            if lesson?.hasPlainBody == true, !mayHoldKnown { return body }
        }
        isPlainText = true
        defer { mayHoldKnown = true }
        let kept = try self.body(body, type, of: "The reply to \(request)")
        hasPlainBody = kept == body && isPlainText
        return kept
    }

    // MARK: Notes

    /// The place of a value, for reports: any element of an array is `[*]`.
    private var placeInReport: String {
        let path: [JSONPath.Step] = steps.map { if case .index = $0 { .all } else { $0 } }
        return path.isEmpty ? part : part + " " + JSONPath(steps: path).description
    }

    mutating func note(_ rule: RedactionReport.Rule) {
        guard isRedacting else { return }
        notes.append((rule, placeInReport))
    }

    /// Returns a result without notes on what is left out anyway.
    mutating func withoutNotes<Result>(_ body: (inout RedactionPass) -> Result) -> Result {
        let count = notes.count
        defer { notes.removeLast(notes.count - count) }
        return body(&self)
    }

    // MARK: Secrets

    /// Returns the replacement of a secret, and notes the secret.
    ///
    /// - Parameter shape: Its form, if it is known.
    mutating func secret(
        _ text: String, by rule: RedactionReport.Rule = .name, isCredential: Bool = false,
        _ shape: Secrets.Shape? = nil
    ) -> String {
        if isCollecting {
            collected[exactPlace()] = text
            return text
        }
        let replacement = Replacement(of: text, shape)
        guard !isReplacement(replacement) else { return text }
        note(rule)
        if isRedacting, let known = secrets.text(for: replacement) { return known }
        let known = earlier.isEmpty ? nil : earlier[exactPlace()]
        return add(replacement, rule, earlier: known, isCredential: isCredential)
    }

    /// Returns whether a text already is a replacement.
    func isReplacement(_ text: Replacement) -> Bool {
        text.isOwn || earlierTexts.contains(text.original) || secrets.hasIssued(text.original)
    }

    /// Learns a secret that is replaced not here, but wherever else it occurs.
    mutating func learn(
        _ text: String, _ rule: RedactionReport.Rule = .name, isCredential: Bool = false
    ) {
        guard !isRedacting, !isCollecting,
            Judgement.isKnowable(text, asCredential: isCredential)
        else { return }
        let replacement = Replacement(of: text)
        guard !isReplacement(replacement) else { return }
        _ = add(replacement, rule, earlier: nil, isCredential: isCredential)
    }

    /// Notes a secret; returns a replacement to show until it is learned.
    private mutating func add(
        _ secret: Replacement, _ rule: RedactionReport.Rule, earlier: String?, isCredential: Bool
    ) -> String {
        met.append(
            MetSecret(
                replacement: secret, earlier: earlier,
                isKnown: secret.isShaped
                    || Judgement.isKnowable(secret.original, asCredential: isCredential),
                origin: SecretOrigin(request: request, part: part, steps: steps, rule: rule)))
        if let earlier { earlierTexts.insert(earlier) }
        return earlier ?? "redacted-1"
    }

    private var ordinals: [String: Int] = [:]

    /// Returns the place of a value, numbered within its text.
    private mutating func exactPlace() -> String {
        let place = "\(part) \(JSONPath(steps: steps))"
        ordinals[place, default: 0] += 1
        return "\(place) \(ordinals[place] ?? 0)"
    }
}

/// The place where a secret was found, for errors, without the secret.
struct SecretOrigin: Sendable {
    var request: String
    let part: String
    let steps: [JSONPath.Step]
    let rule: RedactionReport.Rule
}

/// The reason why secrets in a body cannot be found, so that it cannot be kept.
package struct UnreadableBody: Error {
    /// The reply or request.
    var title = ""
    /// A sentence without its full stop.
    let reason: String
    /// The code that allows the body, and when it may; `nil` if there is none.
    var fix: (condition: String, code: String)?

    var error: BarricadeError {
        let fix = fix.map { "To fix, if \($0.condition):\n  \($0.code)" }
        return BarricadeError(
            .unreadableSecrets,
            """
            \(title) cannot be searched for secrets: \(reason).

            \(fix ?? "To fix: record it again when it is whole, or leave it out.")
            """)
    }
}
