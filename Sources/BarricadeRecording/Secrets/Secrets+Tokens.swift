import Barricade

extension SecretFinder {
    /// Finds a header and more parts, joined by dots: three in a signed token, five if encrypted.
    mutating func jsonWebToken(at start: Int) -> Secrets.Finding? {
        guard text[start] == UInt8(ascii: "e"), has("eyJ", at: start), start >= tokenlessEnd else {
            return nil
        }
        var dots = 0
        var index = start
        while index < text.count {
            if text[index] == UInt8(ascii: ".") {
                dots += 1
                // A sentence or a name of a file ends the token.
                if dots > 4 { break }
            } else if !text[index].isTokenByte {
                break
            }
            index += 1
        }
        guard dots >= 2 else {
            tokenlessEnd = index
            return nil
        }
        let end = index < text.count ? self.end(from: index) { $0 == UInt8(ascii: "=") } : index
        let first = text[start...].prefix { $0 != UInt8(ascii: ".") }
        return first.count >= 8 ? Secrets.Finding(.jsonWebToken, start..<end) : nil
    }

    /// Finds a key of a known service.
    func serviceKey(at start: Int) -> Secrets.Finding? {
        for key in ServiceKey.keys(startingLike: text[start...]) where has(key.prefix, at: start) {
            let tail = start + key.prefix.utf8.count
            let end = end(from: tail, while: key.isPart)
            guard end - tail >= key.minimum else { continue }
            return Secrets.Finding(.serviceKey(prefix: key.prefix.utf8.count), start..<end)
        }
        return botToken(at: start)
    }

    /// Finds the token of a chat bot, `123456789:AAHdq…`, with or without `bot` before it.
    private func botToken(at start: Int) -> Secrets.Finding? {
        guard text[start].isDigit || text[start] == UInt8(ascii: "b") else { return nil }
        let number = has("bot", at: start) ? start + 3 : start
        let colon = end(from: number, while: \.isDigit)
        guard (8...12).contains(colon - number), colon < text.count,
            text[colon] == UInt8(ascii: ":")
        else { return nil }
        let end = end(from: colon + 1, while: \.isTokenByte)
        guard end - colon > 30 else { return nil }
        return Secrets.Finding(.serviceKey(prefix: colon + 1 - start), start..<end)
    }

    /// Finds the credentials after the name of an authentication scheme.
    func credentials(at start: Int) -> Secrets.Finding? {
        guard text[start] | 0x20 == UInt8(ascii: "b") else { return nil }
        for scheme in ["bearer ", "basic "]
        where text[start...].lazy.map(\.folded).starts(with: scheme.utf8) {
            let token = start + scheme.utf8.count
            let end = end(from: token) { $0.isTokenByte || "+/=.~".utf8.contains($0) }
            let bytes = text[token..<end]
            // A word, as in `Basic support.`
            let isWord = bytes.allSatisfy { $0.isLetter || $0 == UInt8(ascii: ".") }
            // A parameter, as in `Bearer realm="…"`.
            let isName =
                bytes.dropLast(2).contains(UInt8(ascii: "="))
                || bytes.last == UInt8(ascii: "=") && has("\"", at: end)
            guard bytes.count >= 8, !isName, !isWord || bytes.count > 20 else { continue }
            return Secrets.Finding(.credentials, token..<end)
        }
        return nil
    }

    /// Finds a block of PEM; an incomplete one extends to the end of the text.
    func pem(at start: Int) -> Secrets.Finding? {
        guard has("-----BEGIN ", at: start) else { return nil }
        guard let mark = text[(start + 11)...].range(ofBytes: Array("-----END ".utf8)) else {
            return Secrets.Finding(.pem, start..<text.count)
        }
        let label = end(from: mark.upperBound) { $0 != UInt8(ascii: "-") }
        let end = end(from: label) { $0 == UInt8(ascii: "-") }
        return Secrets.Finding(.pem, start..<min(end, label + 5))
    }
}
