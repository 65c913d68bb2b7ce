import Barricade

/// A secret that a pass through an exchange has found, to be learned.
struct MetSecret: Sendable {
    let replacement: Replacement
    /// Its replacement in an older recording.
    let earlier: String?
    /// Whether it is to be replaced wherever else it occurs.
    let isKnown: Bool
    /// The place where it was found; `nil` if the rules name it.
    var origin: SecretOrigin?
}

/// The known secrets and their replacements; for use from any thread.
final class SecretVault: Sendable {
    /// A snapshot of all known secrets.
    ///
    /// It knows the texts by their hashes, since looking at each takes longer: 64 bits, from a seed that
    /// nobody knows.
    struct Contents: Sendable {
        /// The number of each replacement, or its text in an older recording, by its secret.
        fileprivate var chosen: [Int: (number: Int, earlier: String?)] = [:]
        fileprivate var numbers: [Replacement.Family: Int] = [:]
        /// All replacements, so that they are not replaced again.
        fileprivate var issued: Set<Int> = []
        /// The replacements of an older recording, kept for their old secrets.
        fileprivate var reserved: Set<String> = []
        /// Random JSON keys, which are not secret elsewhere.
        fileprivate var keys: Set<String> = []
        /// The secrets to replace wherever they occur.
        fileprivate(set) var index = SecretIndex()
        /// A number that grows with each new secret.
        fileprivate(set) var generation = 0

        /// Returns whether a text is a replacement.
        func hasIssued(_ text: String) -> Bool { issued.contains(text.hashValue) }

        /// Returns the replacement of a secret; `nil` if it was never learned.
        func text(for secret: Replacement) -> String? {
            chosen[secret.identity].map { $0.earlier ?? secret.text($0.number) }
        }
    }

    private let state = Locked(Contents())

    /// All that is known now; release it before learning more, which would copy it.
    var contents: Contents { state.withLock { $0 } }

    /// Keeps replacements of an older recording from being used for other secrets.
    func reserve(_ texts: some Sequence<String>) {
        state.withLock { $0.reserved.formUnion(texts) }
    }

    /// Learns secrets, in their order, and keys.
    func learn(_ secrets: [MetSecret], keys: Set<String> = []) {
        // The first place of a secret may have no replacement in the older recording.
        let earlier = Dictionary(
            secrets.compactMap { secret in
                secret.earlier.map { (secret.replacement.identity, $0) }
            }
        ) { first, _ in first }
        state.withLock { state in
            for key in keys where state.keys.insert(key).inserted { state.index.remove(key) }
            state.index.reserve(secrets.count)
            for secret in secrets where !state.hasIssued(secret.replacement.original) {
                let text = Self.text(for: secret.replacement, earlier, &state)
                state.issued.insert(text.hashValue)
                let original = secret.replacement.original
                let isKey = !state.keys.isEmpty && state.keys.contains(original.lowercased())
                if secret.isKnown, !isKey, state.index.add(original, text, secret.origin) {
                    state.generation += 1
                }
            }
        }
    }

    private static func text(
        for secret: Replacement, _ earlier: [Int: String], _ state: inout Contents
    ) -> String {
        let identity = secret.identity
        if let known = state.chosen[identity] { return known.earlier ?? secret.text(known.number) }
        if let earlier = earlier[identity], !state.hasIssued(earlier), earlier != secret.original {
            state.chosen[identity] = (0, earlier)
            return earlier
        }
        var number = state.numbers[secret.family] ?? 0
        var text: String
        var tries = 0
        // A secret may look like its own replacement. Short numbers may run out.
        repeat {
            number += 1
            tries += 1
            text = secret.text(number)
        } while text == secret.original
            || tries < 1_000 && (state.hasIssued(text) || state.reserved.contains(text))
        state.numbers[secret.family] = number
        state.chosen[identity] = (number, nil)
        return text
    }
}
