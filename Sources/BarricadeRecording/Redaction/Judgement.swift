import Barricade

/// Decides whether a value is secret, by its name and text.
///
/// | the name means | secret values |
/// |---|---|
/// | a password | any text without spaces, and text with digits among letters |
/// | another secret | text that is not a word, and numbers of six digits |
/// | a secret, but it is inherited, or its last word means something else | random text |
/// | nothing | text random enough to be a key |
///
/// It remembers what it has judged, since names and many values come again and again.
final class Judgement: Sendable {
    /// What a name says.
    struct Name: Sendable {
        let meaning: Secrets.NameMeaning
        /// Whether it is certainly no secret as a key.
        let isPlainKey: Bool
        /// Whether the rules list it as secret.
        let isListed: Bool
        let role: JSONTokens.Role?
        /// Whether it may be a key of a reply that hands out tokens.
        let mayBeOfTokens: Bool
        /// Whether it is random, but no key of a service, and so no secret elsewhere.
        let isRandom: Bool
        /// Whether it may hold what is secret by its form.
        let mayHaveForm: Bool
    }

    let rules: RedactionRules
    private let names = Locked<[String: Name]>([:])
    /// Texts that are harmless, unless something around them says otherwise.
    private let harmless = Locked<Set<String>>([])
    /// The most names, and the most texts; the memory of more would be large.
    private static let (mostNames, most) = (250_000, 50_000)
    private static let longest = 200

    init(_ rules: RedactionRules) {
        self.rules = rules
    }

    func name(_ name: String) -> Name {
        if let known = names.withLock({ $0[name] }) { return known }
        let (isListed, bytes) = (rules.namesSecret(name), Array(name.utf8))
        let judged = Name(
            meaning: isListed ? .password : Secrets.meaning(of: name),
            isPlainKey: PlainGlance.isPlain(name) && !name.utf8.contains { $0.isDigit },
            isListed: isListed, role: JSONTokens.Role(name),
            mayBeOfTokens: Secrets.mayBeOfTokens(name),
            isRandom: Self.isKnowable(name) && !Self.isKey(name),
            mayHaveForm: !Secrets.findings(in: bytes).isEmpty
                || !Secrets.signedQueries(in: bytes).isEmpty)
        names.withLock { names in
            if names.count >= Self.mostNames { names = [:] }
            names[name] = judged
        }
        return judged
    }

    /// Returns what a name says about its values.
    func meaning(of name: String) -> Secrets.NameMeaning {
        name.isEmpty ? .plain : self.name(name).meaning
    }

    /// Returns whether a text without a name was found harmless.
    func isKnown(_ text: String) -> Bool {
        text.utf8.count <= Self.longest && harmless.withLock { $0.contains(text) }
    }

    /// Remembers that a text without a name is harmless.
    func remember(_ text: String) {
        guard text.utf8.count <= Self.longest else { return }
        harmless.withLock { harmless in
            if harmless.count >= Self.most { harmless = [] }
            harmless.insert(text)
        }
    }

    /// Forgets the harmless texts, which may take ten megabytes.
    func forget() {
        harmless.withLock { $0 = [] }
    }

    /// Returns whether a name means a secret, so that the value beside it is judged by it.
    func isSecret(_ name: String) -> Bool { meaning(of: name).isSecret }

    /// Returns whether a text is secret.
    ///
    /// - Parameters:
    ///   - meaning: That of the name.
    ///   - isInherited: Whether the name belongs to an enclosing object or array.
    func isSecret(
        _ text: String, named name: String, _ meaning: Secrets.NameMeaning, isInherited: Bool
    ) -> Bool {
        if Secrets.isUUID(text) { return !isInherited && meaning.isSecret }
        if Secrets.isDate(text) || Secrets.isImageName(text) { return false }
        if meaning == .plain { return Self.isKey(text) }
        if let count = Secrets.digits(in: text) {
            return isSecretNumber(ofDigits: count, named: name, isInherited: isInherited)
        }
        guard !Secrets.isPlaceholder(text), !Secrets.isMediaType(text) else { return false }
        let randomness = Randomness(text.utf8)
        let isOneWord = !randomness.hasSpace
        guard !isInherited, meaning == .secret || meaning == .password else {
            return isOneWord && randomness.isRandom
        }
        if isOneWord, meaning == .secret { return randomness.hasDigit || !randomness.isWords }
        if isOneWord {
            return text.utf8.contains { $0.isAlphanumeric || $0 >= 0x80 }
                && !Self.isLabel(text, of: name)
        }
        // A sentence is not secret, unless it contains a key.
        return Secrets.plain(name).hasSuffix("phrase")
            || text.split(separator: " ").contains { word in
                let randomness = Randomness(word.utf8)
                let isMixed = randomness.hasDigit && word.utf8.contains(where: \.isLetter)
                return randomness.isRandom || meaning == .password && isMixed
            }
    }

    /// Returns whether a number is secret.
    ///
    /// - Parameters:
    ///   - count: The number of its digits.
    ///   - isInherited: Whether the name belongs to an enclosing array.
    func isSecretNumber(ofDigits count: Int, named name: String, isInherited: Bool) -> Bool {
        guard isSecret(name) else { return false }
        if isInherited { return count >= 6 }
        let words = Secrets.words(of: name)
        // Three `tokens` are a count.
        if let last = words.last, last.hasSuffix("s"), Secrets.isSecret(String(last.dropLast())) {
            return count >= 8
        }
        let isShort = words.contains(where: Secrets.shortNumbers.contains)
        return count >= (isShort || meaning(of: name) == .password ? 3 : 6)
    }

    /// Returns whether a text is a label with the meaning of the name: `Password`, `Passwort`.
    private static func isLabel(_ text: String, of name: String) -> Bool {
        guard text.utf8.allSatisfy({ $0.isLetter || $0 >= 0x80 || "_-:".utf8.contains($0) }) else {
            return false
        }
        let start = text.lowercased().prefix(4)
        return (Secrets.words(of: name) + ["required", "invalid"]).contains { $0.hasPrefix(start) }
    }

    /// Returns whether a secret differs enough from other text to be searched for everywhere: from
    /// 8 characters on, unless it is a word, a date or a number of fewer than eight digits.
    ///
    /// - Parameter isCredential: Whether it signs in, so that it need not be random.
    static func isKnowable(_ text: String, asCredential isCredential: Bool = false) -> Bool {
        guard text.utf8.count >= 8, !Secrets.isDate(text) else { return false }
        if let count = Secrets.digits(in: text) { return count >= 8 }
        if Secrets.isUUID(text) { return true }
        let randomness = Randomness(text.utf8)
        return !randomness.hasSpace
            && (isCredential ? !randomness.isWords : randomness.isRandom)
    }

    /// Returns whether a text is a key by itself: random, and neither a UUID nor an image.
    static func isKey(_ text: String) -> Bool {
        text.utf8.count >= 20 && Randomness(text.utf8).isKey && !Secrets.isUUID(text)
            && !Secrets.isImageName(text)
    }

    /// Returns whether a text is secret in a reply that hands out tokens, whatever its name.
    static func isSecretBesideTokens(_ text: String) -> Bool {
        text.utf8.count >= 8 && !text.utf8.contains(where: \.isSpace) && !Secrets.isDate(text)
            && !Secrets.isMediaType(text)
            && (text[...].schemeSeparator == nil || text.utf8.contains(UInt8(ascii: "?")))
    }
}
