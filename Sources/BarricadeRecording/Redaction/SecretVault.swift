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
    struct Contents: Sendable {
        /// The number of each replacement, or its text in an older recording.
        fileprivate var chosen: [Place: (number: Int, earlier: String?)] = [:]
        fileprivate var numbers: [Replacement.Family: Int] = [:]
        /// All replacements, so that they are not replaced again.
        fileprivate var issued: Set<String> = []
        /// The replacements of an older recording, kept for their old secrets.
        fileprivate var reserved: Set<String> = []
        /// Random JSON keys, which are not secret elsewhere.
        fileprivate var keys: Set<String> = []
        /// The secrets to replace wherever they occur.
        fileprivate(set) var index = SecretIndex()
        /// A number that grows with each new secret.
        fileprivate(set) var generation = 0

        /// Returns whether a text is a replacement.
        func hasIssued(_ text: String) -> Bool { issued.contains(text) }

        /// Returns the replacement of a secret; `nil` if it was never learned.
        func text(for secret: Replacement) -> String? {
            chosen[Place(secret)].map { $0.earlier ?? secret.text($0.number) }
        }
    }

    fileprivate struct Place: Hashable {
        let family: Replacement.Family
        let identity: String

        init(_ secret: Replacement) {
            (family, identity) = (secret.family, secret.identity)
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
                secret.earlier.map { (Place(secret.replacement), $0) }
            }
        ) { first, _ in first }
        state.withLock { state in
            for key in keys where state.keys.insert(key).inserted { state.index.remove(key) }
            for secret in secrets where !state.issued.contains(secret.replacement.original) {
                let text = Self.text(for: secret.replacement, earlier, &state)
                state.issued.insert(text)
                let original = secret.replacement.original
                let isKey = !state.keys.isEmpty && state.keys.contains(original.lowercased())
                if secret.isKnown, !isKey, state.index.add(original, text, secret.origin) {
                    state.generation += 1
                }
            }
        }
    }

    private static func text(
        for secret: Replacement, _ earlier: [Place: String], _ state: inout Contents
    ) -> String {
        let place = Place(secret)
        if let known = state.chosen[place] { return known.earlier ?? secret.text(known.number) }
        if let earlier = earlier[place], !state.issued.contains(earlier), earlier != secret.original
        {
            state.chosen[place] = (0, earlier)
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
            || tries < 1_000 && (state.issued.contains(text) || state.reserved.contains(text))
        state.numbers[secret.family] = number
        state.chosen[place] = (number, nil)
        return text
    }
}
