#if DEBUG
@testable import BarricadeRecording
import Testing

/// The quick look that spares most texts a closer one.
@Suite struct TextGlanceTests {
    private func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { TextGlance.isPlain($0) }
    }

    @Test(arguments: [
        "The Fog", "He said \"no\" – café.", "Books: a list", "2026-03-01", "2026-03-01T09:30:00Z",
        "2026-03-01T09:30:00.250Z", "https://api.example.com/books/17",
        "Is it true?", "max-age, private", "978-3-16", "en-GB", "text/html",
    ])
    func harmlessTextsArePlain(_ text: String) {
        #expect(isPlain(text))
    }

    @Test(arguments: [
        "ada@b.org", "{\"a\":1}", "[1]", "<a>b</a>", "a=b", "Bearer abcdefgh", "basic YWRhOjEyMw",
        "4111 1111 1111 1111", "123-45-6789", "+49 30 123456", "sk_live_0123456789abcdef",
        "eyJhbGci.eyJzdWIi.c2ln", "AB12 CDEF 0123 456", "-----BEGIN KEY-----", "pin:'1234'",
        "token: \"f00d\"", "key:f00d", "https://a.com/b?c", "https://ada:1@a.com/",
        "https://a.com/reset/0123456789ab", "https://a.com/YUBiLmRlYUBi", "see https://a.com/b",
        "YUBiLmRlYUBi", "%41%42%43%44", "a\\u0041bcdef", "a&amp;bcdef", "/a?token",
        "application/json",
        "hooks.slack.com/services/T0/B0/abcdefghijk", "data:text/plain,abc", "abcdefghijklmnopqrst",
        "a bC3dE5gH7jK9mN1 b",
    ])
    func whatMayBeSecretIsNotPlain(_ text: String) {
        #expect(!isPlain(text))
    }
}
#endif
