import Barricade
import BarricadeCommon

/// A secret that a pass through an exchange has met, and that is to be learned.
struct MetSecret: Sendable {
    let replacement: Replacement
    /// What stood for it in an older recording.
    let earlier: String?
    /// Whether it is to be replaced wherever else it stands.
    let isKnown: Bool
    /// Where it was met; `nil` if the rules name it.
    let origin: SecretOrigin?
}

/// The secrets that are known, and what stands for each; for use from any thread.
final class SecretVault: Sendable {
    /// All that is known at a moment.
    struct Contents: Sendable {
        /// The number of what stands for a secret, or the text of an older recording.
        fileprivate var chosen: [Place: (number: Int, earlier: String?)] = [:]
        fileprivate var numbers: [Replacement.Family: Int] = [:]
        /// All that stands for secrets, so that it is not replaced again.
        fileprivate var issued: Set<String> = []
        /// What stood for secrets in an older recording, and may get its old meaning only.
        fileprivate var reserved: Set<String> = []
        /// Random keys of data, which are no secrets elsewhere.
        fileprivate var keys: Set<String> = []
        /// The secrets to replace wherever they stand.
        fileprivate(set) var index = SecretIndex()
        /// A number that grows whenever another secret becomes known.
        fileprivate(set) var generation = 0

        /// Returns whether a text stands for a secret.
        func hasIssued(_ text: String) -> Bool { issued.contains(text) }

        /// Returns what stands for a secret; `nil` if it was never learned.
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

    /// All that is known now; let go of it before more is learned, or that copies it.
    var contents: Contents { state.withLock { $0 } }

    /// Keeps what stood for a secret in an older recording from getting another meaning.
    func reserve(_ texts: some Sequence<String>) {
        state.withLock { $0.reserved.formUnion(texts) }
    }

    /// Learns secrets, in their order, and keys.
    func learn(_ secrets: [MetSecret], keys: Set<String> = []) {
        // A secret may be met first where nothing stood for it in the older recording.
        var earlier: [Place: String] = [:]
        for secret in secrets {
            guard let text = secret.earlier else { continue }
            let place = Place(secret.replacement)
            earlier[place] = earlier[place] ?? text
        }
        state.withLock { state in
            for key in keys where state.keys.insert(key).inserted { state.index.remove(key) }
            for secret in secrets where !state.issued.contains(secret.replacement.original) {
                let text = Self.text(for: secret.replacement, earlier, &state)
                state.issued.insert(text)
                let original = secret.replacement.original
                if secret.isKnown, !state.keys.contains(original.lowercased()),
                    state.index.add(original, text, secret.origin)
                {
                    state.generation += 1
                }
            }
        }
    }

    private static func text(
        for secret: Replacement, _ earlier: [Place: String], _ state: inout Contents
    ) -> String {
        if let known = state.text(for: secret) { return known }
        let place = Place(secret)
        if let earlier = earlier[place], !state.issued.contains(earlier), earlier != secret.original
        {
            state.chosen[place] = (0, earlier)
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
        state.chosen[place] = (number, nil)
        return text
    }
}
