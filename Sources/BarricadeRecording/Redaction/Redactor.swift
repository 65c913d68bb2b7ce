package import Barricade
import BarricadeCommon
package import Foundation

/// A redactor of exchanges, which remembers each secret and its replacement.
///
/// It can be used from any thread. It numbers secrets in the order in which it learns them, so let
/// it learn from exchanges in their order.
package final class Redactor: Sendable {
    /// The result of learning from an exchange.
    package struct Lesson: Sendable {
        /// Whether the reply's body holds no secret of its own.
        let hasPlainBody: Bool
        /// Whether the path hands out tokens; `nil` if it was not judged.
        var isTokenPath: Bool?
    }

    package let redaction: Redaction
    private let judgement: Judgement
    private let vault = SecretVault()
    private let changes = Locked(RedactionReport())

    package init(_ redaction: Redaction = Redaction()) {
        self.redaction = redaction
        judgement = Judgement(RedactionRules(redaction))
        vault.learn(
            redaction.secrets.map { secret in
                MetSecret(
                    replacement: Replacement(of: secret), earlier: nil, isKnown: true, origin: nil)
            })
    }

    /// A number that grows with each new secret.
    ///
    /// An exchange redacted at a smaller number may hold a newer secret: redact it again.
    package var generation: Int { vault.contents.generation }

    /// The values dropped and replaced in all exchanges.
    package var report: RedactionReport { changes.withLock { $0 } }

    /// Learns the secrets of an exchange, so that they are replaced wherever else they occur.
    ///
    /// - Parameter earlier: The same exchange in an older recording, whose replacements are used
    ///   for the new secrets at the same places.
    /// - Returns: A lesson that makes it faster to redact the same exchange.
    @discardableResult
    package func learn(from exchange: Exchange, keptAs earlier: Exchange? = nil) -> Lesson {
        var places: [String: String] = [:]
        if let earlier {
            var pass = RedactionPass(.collecting, judgement, vault.contents)
            _ = try? pass.exchange(earlier)
            places = pass.collected
            vault.reserve(places.values)
        }
        let lesson = lesson(of: exchange, keptAs: places)
        vault.learn(lesson.secrets, keys: lesson.keys)
        return lesson.lesson
    }

    private func lesson(
        of exchange: Exchange, keptAs earlier: [String: String] = [:]
    ) -> (lesson: Lesson, secrets: [MetSecret], keys: Set<String>) {
        var pass = RedactionPass(.learning, judgement, vault.contents, keptAs: earlier)
        _ = try? pass.exchange(exchange)
        let lesson = Lesson(hasPlainBody: pass.hasPlainBody, isTokenPath: pass.isTokenPath)
        return (lesson, pass.met, pass.keys)
    }

    /// Learns the secrets of exchanges, in their order.
    ///
    /// - Returns: Lessons that make it faster to redact each of them.
    package func learn(from exchanges: [Exchange]) -> [Lesson] {
        stride(from: 0, to: exchanges.count, by: Self.batch).flatMap { start in
            // All cores read; the secrets are learned in order.
            Array(exchanges[start...].prefix(Self.batch)).mapConcurrently { lesson(of: $0) }
                .map { lesson in
                    vault.learn(lesson.secrets, keys: lesson.keys)
                    return lesson.lesson
                }
        }
    }

    /// The number of exchanges that keep all cores busy and fit into memory.
    package static let batch = 64

    /// Returns an exchange as it may be kept, with parts dropped and secrets replaced.
    ///
    /// A query item loses its value, `?token`; a segment of the path with a secret becomes
    /// `:secret`. Redacting an exchange again changes it only if other secrets have become
    /// known.
    ///
    /// - Parameter lesson: The lesson from the same exchange; `nil` learns from it first, since a
    ///   secret may also occur before the place that reveals it.
    /// - Throws: `BarricadeError.Code.unreadableSecrets` if a body cannot be read.
    package func redact(
        _ exchange: Exchange, after lesson: Lesson? = nil
    ) throws(BarricadeError) -> Exchange {
        let lesson = lesson ?? learn(from: exchange)
        return try finish(attempt(exchange, lesson), exchange, lesson).mapError(\.error).get()
    }

    /// Redacts exchanges on all cores; their order does not matter.
    package func redact(
        _ exchanges: [(exchange: Exchange, lesson: Lesson)]
    ) -> [Result<Exchange, UnreadableBody>] {
        let attempts = exchanges.mapConcurrently { attempt($0.exchange, $0.lesson) }
        return zip(exchanges, attempts).map { finish($1, $0.exchange, $0.lesson) }
    }

    private struct Attempt {
        let result: Result<Exchange, UnreadableBody>
        let notes: [RedactionReport.Note]
        let request: String
        /// The secrets that learning had not found.
        let secrets: [MetSecret]
    }

    private func attempt(_ exchange: Exchange, _ lesson: Lesson) -> Attempt {
        var pass = RedactionPass(.redacting, judgement, vault.contents, after: lesson)
        let result = Result { () throws(UnreadableBody) in try pass.exchange(exchange) }
        return Attempt(
            result: result, notes: pass.notes, request: pass.request, secrets: pass.met)
    }

    /// Redacts again if redaction has found other secrets.
    private func finish(
        _ attempt: Attempt, _ exchange: Exchange, _ lesson: Lesson
    ) -> Result<Exchange, UnreadableBody> {
        var attempt = attempt
        if !attempt.secrets.isEmpty {
            vault.learn(attempt.secrets)
            attempt = self.attempt(exchange, lesson)
        }
        if case .success = attempt.result {
            changes.withLock { $0.add(attempt.notes, of: attempt.request) }
        }
        return attempt.result
    }

    /// Releases what only makes it faster to redact more exchanges.
    func forget() {
        judgement.forget()
    }

    /// Checks the data of a file for all known secrets, in any encoding.
    ///
    /// - Parameter path: The file's path in its folder, which is checked too.
    /// - Throws: `BarricadeError.Code.secretInFile` with file and place.
    package func verify(_ data: Data, at path: String) throws(BarricadeError) {
        try SecretVerifier(search: vault.contents.index).verify(data, at: path)
    }
}
