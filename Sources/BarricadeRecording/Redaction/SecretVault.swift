import Barricade

/// The secrets that are known, and what stands for each; for use from any thread.
final class SecretVault: Sendable {
    private struct State {
        /// The number, or the whole text, that stands for a secret.
        var chosen: [Place: Choice] = [:]
        var numbers: [Replacement.Family: Int] = [:]
        /// All that stands for secrets, so that it is not replaced again.
        var issued: Set<String> = []
        /// What stood for secrets in an older recording, and may get its old meaning only.
        var reserved: Set<String> = []
        var index = SecretIndex()
        var sought: Set<String> = []
        var generation = 0
    }

    private struct Place: Hashable {
        let family: Replacement.Family
        let identity: String
    }

    private enum Choice {
        case number(Int)
        case text(String)
    }

    private let state = Locked(State())

    /// A number that grows whenever another secret becomes known.
    var generation: Int { state.withLock { $0.generation } }

    /// The secrets that are known now.
    var index: SecretIndex { state.withLock { $0.index } }

    /// Returns whether a text stands for a secret.
    func hasIssued(_ text: String) -> Bool { state.withLock { $0.issued.contains(text) } }

    /// Keeps what stood for a secret in an older recording from getting another meaning.
    func reserve(_ texts: some Sequence<String>) {
        state.withLock { $0.reserved.formUnion(texts) }
    }

    /// Returns what stands for a secret.
    ///
    /// - Parameters:
    ///   - earlier: What stood for it in an older recording.
    ///   - isKnown: Whether it is to be replaced wherever else it stands.
    func replacement(
        for secret: Replacement, earlier: String? = nil, isKnown: Bool
    ) -> String {
        state.withLock { state in
            let text = Self.text(for: secret, earlier, &state)
            state.issued.insert(text)
            if isKnown, secret.original.utf8.count >= SecretIndex.window,
                state.sought.insert(secret.original.lowercased()).inserted
            {
                for needle in Needle.all(of: secret.original, text) { state.index.add(needle) }
                state.generation += 1
            }
            return text
        }
    }

    private static func text(
        for secret: Replacement, _ earlier: String?, _ state: inout State
    ) -> String {
        let place = Place(family: secret.family, identity: secret.identity)
        switch state.chosen[place] {
        case .number(let number)?: return secret.text(number)
        case .text(let text)?: return text
        case nil: break
        }
        if let earlier, !state.issued.contains(earlier), earlier != secret.original {
            state.chosen[place] = .text(earlier)
            return earlier
        }
        var number = state.numbers[secret.family] ?? 0
        var text: String
        var tries = 0
        // A secret may look like its own replacement. There are few numbers of few digits.
        repeat {
            number += 1
            tries += 1
            text = secret.text(number)
        } while text == secret.original
            || tries < 1_000 && (state.issued.contains(text) || state.reserved.contains(text))
        state.numbers[secret.family] = number
        state.chosen[place] = .number(number)
        return text
    }
}
