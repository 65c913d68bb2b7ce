package import Barricade
package import Foundation

/// A redactor of exchanges: it remembers each secret that it has met, and what stands for it.
///
/// It can be used from any thread. Secrets are numbered in the order in which they are met, so let
/// it learn from exchanges in their order.
package final class Redactor: Sendable {
    /// What stands for a segment of a request's path that holds a secret.
    package static let secretSegment = RedactionPass.secretSegment

    /// What was seen of an exchange while learning from it.
    package struct Lesson: Sendable {
        /// Whether the reply's body can only change if it holds a secret from elsewhere.
        let hasPlainBody: Bool
    }

    package let redaction: Redaction
    private let rules: RedactionRules
    private let vault = SecretVault()
    private let changes = Locked(RedactionReport())

    package init(_ redaction: Redaction = Redaction()) {
        self.redaction = redaction
        rules = RedactionRules(redaction)
        var pass = RedactionPass(rules, vault, .learning(earlier: [:]))
        for secret in redaction.secrets { _ = pass.secret(secret, pass.shape(of: secret)) }
    }

    /// A number that grows whenever another secret becomes known.
    ///
    /// What was redacted at a smaller number may hold that secret: redact it once more.
    package var generation: Int { vault.generation }

    /// What was dropped, replaced and is suspected, in all that was redacted.
    package var report: RedactionReport { changes.withLock { $0 } }

    /// Notes the secrets of an exchange, so that they are replaced wherever else they stand.
    ///
    /// - Parameter earlier: The same exchange as an older recording keeps it: what stands for
    ///   secrets there stands for the new ones at the same places.
    /// - Returns: What makes it quicker to redact the same exchange.
    @discardableResult
    package func learn(from exchange: Exchange, keptAs earlier: Exchange? = nil) -> Lesson {
        var places: [String: String] = [:]
        if let earlier {
            var pass = RedactionPass(rules, vault, .collecting)
            _ = try? pass.exchange(earlier)
            places = pass.collected
            vault.reserve(places.values)
        }
        return lesson(of: exchange, .learning(earlier: places))
    }

    private func lesson(of exchange: Exchange, _ purpose: RedactionPass.Purpose) -> Lesson {
        var pass = RedactionPass(rules, vault, purpose)
        _ = try? pass.exchange(exchange)
        return Lesson(hasPlainBody: pass.hasPlainBody)
    }

    /// Notes the secrets of exchanges, in their order.
    ///
    /// - Returns: What makes it quicker to redact each of them.
    package func learn(from exchanges: [Exchange]) -> [Lesson] {
        // Most bodies hold no secrets, which all cores find out together.
        let glances = Locked([Lesson?](repeating: nil, count: exchanges.count))
        DispatchQueue.concurrentPerform(iterations: exchanges.count) { index in
            let glance = RedactionPass.glance(at: exchanges[index], rules)
            glances.withLock { $0[index] = glance }
        }
        return zip(exchanges, glances.withLock { $0 }).map { exchange, glance in
            lesson(of: exchange, .learning(earlier: [:], after: glance))
        }
    }

    /// Returns an exchange as it may be kept: without what is dropped, and secrets replaced.
    ///
    /// A query item whose value was taken out has none, `?token`; a segment of the path with a
    /// secret is ``secretSegment``. Redacting an exchange again changes it only if other secrets
    /// have become known.
    ///
    /// - Parameter lesson: What was learned from the same exchange; `nil` learns from it first, for
    ///   a secret may also stand before the place that tells it.
    /// - Throws: `BarricadeError.Code.unreadableSecrets` if a body cannot be read.
    package func redact(
        _ exchange: Exchange, after lesson: Lesson? = nil
    ) throws(BarricadeError) -> Exchange {
        let lesson = lesson ?? learn(from: exchange)
        var pass = RedactionPass(rules, vault, .redacting(after: lesson))
        let kept = try pass.exchange(exchange)
        let report = pass.report
        changes.withLock { $0.add(report) }
        return kept
    }

    /// Returns whether there is no known secret in what would be written.
    package func isClean(_ data: Data) -> Bool {
        !SecretSearch(vault.index).finds(in: Array(data))
    }

    /// Checks what would be written for all known secrets, in any encoding.
    ///
    /// - Parameter path: The file's path in its folder, which is checked too.
    /// - Throws: `BarricadeError.Code.secretInFile` with file and place.
    package func verify(_ data: Data, at path: String) throws(BarricadeError) {
        try SecretVerifier(vault.index).verify(data, at: path)
    }
}
