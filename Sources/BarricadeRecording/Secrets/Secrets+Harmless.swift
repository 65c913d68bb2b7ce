import Barricade

/// Forms of texts that are harmless, however random they look.
extension Secrets {
    static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && zip(text.utf8, "00000000-0000-0000-0000-000000000000".utf8).allSatisfy {
                $1 == UInt8(ascii: "-") ? $0 == $1 : $0.hexDigitValue != nil
            }
    }

    /// Returns whether a text is a date or a time: `2024-05-01`, `2024-05-01T10:00:00Z`.
    static func isDate(_ text: String) -> Bool {
        // Most texts are none at a glance.
        guard text.utf8.first?.isDigit == true else { return false }
        let form = text.utf8.prefix(10).map { $0.isDigit ? UInt8(ascii: "0") : $0 }
        guard text.utf8.count <= 35, form.elementsEqual("0000-00-00".utf8),
            text.utf8.dropFirst(10).allSatisfy({ $0.isDigit || "T:.Z+- ".utf8.contains($0) })
        else { return false }
        // After a space there is a time, and then at most a zone: not the number of a phone or card.
        let parts = text.utf8.dropFirst(10).split(separator: 0x20, omittingEmptySubsequences: false)
        return parts.count < 2
            || parts[1].dropFirst(2).first == UInt8(ascii: ":")
                && parts.count < 4 && parts[2...].allSatisfy { $0.count < 7 }
    }

    /// Returns whether a text is a moment: a date with a time of day, or the seconds, milliseconds or
    /// microseconds since 1970 of one between 2001 and 2100.
    static func isMoment(_ text: String) -> Bool {
        if isDate(text) { return text.utf8.count > 12 }
        guard text.utf8.allSatisfy(\.isDigit), let number = Double(text) else { return false }
        return [1, 1e3, 1e6].contains { 978_307_200..<4_102_444_800 ~= number / $0 }
    }

    /// Returns whether a text is the name of an image's file.
    static func isImageName(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: ".")),
            let dot = text.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return false }
        return imageExtensions.contains(text[dot...].dropFirst().lowercased())
    }

    static let imageExtensions: Set = [
        "avif", "gif", "heic", "ico", "jpeg", "jpg", "png", "svg", "webp",
    ]

    /// Returns whether a text is a media type: `application/json`.
    static func isMediaType(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"))
        return parts.count == 2 && !Randomness(parts[1]).isRandom
            && ["application", "audio", "font", "image", "multipart", "text", "video"]
                .contains(Substring(parts[0]))
    }

    /// Returns whether a text only names the source of a value, or is masked: `${API_TOKEN}`.
    static func isPlaceholder(_ text: String) -> Bool {
        guard let first = text.utf8.first, "${<*•tfnu".utf8.contains(first) else { return false }
        return [("${", "}"), ("{{", "}}"), ("<", ">")].contains {
            text.hasPrefix($0) && text.hasSuffix($1)
        }
            || ["***", "•••"].contains { text.hasPrefix($0) }
            || ["true", "false", "null", "undefined"].contains(text)
    }

    /// Returns the number of digits in a number with separators; `nil` if it is not one.
    static func digits(in text: String) -> Int? {
        var count = 0
        for byte in text.utf8 {
            if byte.isDigit {
                count += 1
            } else if !" +-./()%^~<>=:,".utf8.contains(byte) {
                return nil
            }
        }
        return count > 0 ? count : nil
    }
}
