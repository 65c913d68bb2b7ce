// Testable imports need a debug build.
#if DEBUG
import Barricade
import Foundation
import Testing

@testable import BarricadeSurfaces

@Suite(.timeLimit(.minutes(10))) struct BodyPreviewTests {
    private func preview(
        _ body: Data, size: Int? = nil, _ type: String? = nil
    ) -> BodyPreview {
        BodyPreview(body, size: size ?? body.count, contentType: type)
    }

    private func preview(_ text: String, size: Int? = nil, _ type: String? = nil) -> BodyPreview {
        preview(Data(text.utf8), size: size, type)
    }

    /// What a text of a type that is masked shows.
    private func masked(_ text: String, size: Int? = nil, _ type: String) -> BodyPreview {
        BodyPreview(
            Data(text.utf8), size: size ?? text.utf8.count, contentType: type, isMasked: true)
    }

    /// What is said of a body beside its text.
    private func words(_ preview: BodyPreview) -> String {
        let ending = preview.isCut ? ", cut" : ""
        return "\(preview.kind): \(preview.summary)\(ending); \(preview.note ?? "no note")"
    }

    @Test func indentsJSONAsFarAsItGoes() {
        let text = #"{"b":[1.50,{}],"a":"x, {\"y\"}","c":[]}"#
        let whole = preview(text, "application/json; charset=utf-8")
        #expect(
            whole.text == """
                {
                  "b": [
                    1.50,
                    {}
                  ],
                  "a": "x, {\\"y\\"}",
                  "c": []
                }
                """)
        let cut = preview(#"{"a":[1,"#, size: 900_000, "application/json")
        let said: [String] = ["json: JSON, 39 bytes; no note", "json: JSON, 900 KB, cut; no note"]
        #expect([words(whole), words(cut)] == said)
        let texts = [cut.text, preview(#"{"a":{},"b":"x, "#, size: 99).text]
        #expect(texts == ["{\n  \"a\": [\n    1", "{\n  \"a\": {},\n  \"b\": \"x, "])
        // What is nested deeply stays small.
        let deep = preview(String(repeating: "[1,", count: 500), size: 2_000).text
        let end = "[\n\(String(repeating: " ", count: 80))1"
        #expect(deep.hasPrefix("[\n  1,\n  [\n    1,\n"))
        #expect(deep.hasSuffix(end))
    }

    /// The first bytes decide, and the content type where they do not.
    @Test func saysWhatABodyIs() {
        let bodies = [
            preview(Data()), BodyPreview(Data(), size: nil, contentType: nil),
            preview(#"{"a": "#, "application/json"), preview("17", "application/json"),
            preview("{}\n{}", "application/x-ndjson"), preview("17", "text/json"),
            preview(" [1, 2]", "text/plain"), preview("[1] Footnote", "text/plain"),
            preview("<html>", "image/png"), preview("<svg/>", "image/svg+xml"),
            preview(Data([0xFF, 0xFE, 0]), "image/webp"),
        ]
        #expect(
            bodies.map(words) == [
                "empty: No body; no note", "text: Text, size unknown, cut; no note",
                """
                text: Text, 6 bytes; The content type is JSON, but the body is not: it ends too early, \
                line 1, column 7.
                """,
                "json: JSON, 2 bytes; no note", "text: Text, 5 bytes; no note",
                "json: JSON, 2 bytes; no note", "json: JSON, 7 bytes; no note",
                "text: Text, 12 bytes; no note",
                "text: Text, 6 bytes; The content type is image/png, but the body is text.",
                "text: Text, 6 bytes; no note",
                "hexadecimal: Bytes, 3 bytes; The size of the image is not known here.",
            ])
        #expect(bodies[2].text == #"{"a": "#)
    }

    @Test func cutTextEndsBeforeABrokenCharacter() {
        let bytes = Data("aé€😀".utf8)
        let shown = (1..<bytes.count).map { count in
            preview(bytes.prefix(count), size: bytes.count, "text/plain")
        }
        #expect(shown.map(\.text) == ["a", "a", "aé", "aé", "aé", "aé€", "aé€", "aé€", "aé€"])
        #expect(Set(shown.map(\.kind)) == [.text])
        #expect(shown.filter { !$0.isCut }.isEmpty)
    }

    @Test func readsTheSizeOfImages() {
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
        png += Data("IHDR".utf8)
        png += Data([0, 0, 2, 128, 0, 0, 1, 224])
        let gif = Data("GIF89a".utf8) + Data([16, 0, 9, 1])
        let jpeg = Data([
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0, 100, 0, 200, 3, 1, 2, 3,
        ])
        var webP = Data("RIFF0000WEBPVP8X".utf8)
        webP += Data([10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0])
        let shown = preview(png, "image/png")
        let summaries = [
            shown.summary, preview(gif).summary, preview(jpeg).summary,
            preview(webP, "text/plain").summary,
        ]
        #expect(
            summaries == [
                "PNG image, 640 × 480, 24 bytes", "GIF image, 16 × 265, 10 bytes",
                "JPEG image, 200 × 100, 21 bytes", "WebP image, 640 × 480, 30 bytes",
            ])
        #expect(shown.image == png)
        #expect(preview(png, size: 50_000_000, "image/png").image == nil)
        for count in 0..<jpeg.count { _ = preview(jpeg.prefix(count)) }
        #expect((0..<png.count).allSatisfy { preview(png.prefix($0)).image == nil })
    }

    @Test func showsBytesInHexadecimal() {
        let bytes = Data([0, 1, 2, 0xFF]) + Data("Hello, world!".utf8)
        #expect(
            preview(bytes).text == """
                00000000  00 01 02 ff 48 65 6c 6c 6f 2c 20 77 6f 72 6c 64  ....Hello, world
                00000010  21                                               !
                """)
        let long = preview(Data(repeating: 0, count: 10_000))
        #expect(long.isCut)
        #expect(long.text.split(separator: "\n").count == 256)
    }

    @Test func formsAreShownByFieldOrByPart() {
        let (form, type) = ("name=Ada+L%26&pin=1234&flag", "application/x-www-form-urlencoded")
        let texts = [masked(form, type), preview(form, type)].map { "\($0.summary):\n\($0.text)" }
        #expect(
            texts == [
                "Form, 27 bytes:\nname = Ada L&\npin = •••\nflag",
                "Form, 27 bytes:\nname = Ada L&\npin = 1234\nflag",
            ])

        let body = """
            --b\r\nContent-Disposition: form-data; name="user"\r\n\r\nAda\r\n--b\r
            Content-Disposition: form-data; name="secret"\r\n\r\nhush\r\n--b\r
            Content-Disposition: form-data; name="data"; filename="a.json"\r
            Content-Type: application/json\r\n\r\n{"token":"hush","a":1}\r\n--b--\r\n
            """
        let shown = masked(body, "multipart/form-data; boundary=b")
        let parts = shown.parts.map { "\($0.title):\n\($0.body.text)" }
        #expect(
            ["\(shown.kind)"] + parts == [
                "multipart",
                "user, text/plain:\nAda", "secret, text/plain:\n•••",
                """
                data, file "a.json", application/json:
                {
                  "token": "•••",
                  "a": 1
                }
                """,
            ])
        // What is cut off shows what is there.
        for length in 0..<body.utf8.count - 6 {
            let text = String(decoding: body.utf8.prefix(length), as: UTF8.self)
            let cut = masked(text, size: 900, "multipart/form-data; boundary=b")
            #expect(!cut.text.contains("hush"), "\(length) bytes")
            #expect(cut.kind == (length < 3 ? .text : .multipart), "\(length) bytes")
        }
    }

    /// Each level of parts within parts would cost memory, so that a body could end the process.
    @Test func partsWithinPartsAreNotRead() {
        var body = "token"
        for level in 10_000..<14_000 {
            let head = "Content-Type: multipart/mixed; boundary=\(level)"
            body = "--\(level + 1)\r\n\(head)\r\n\r\n\(body)\r\n--\(level + 1)--"
        }
        let type = "multipart/mixed; boundary=14000"
        let inner = preview(body, type).parts.first?.body
        #expect(inner?.kind == .text)
        #expect(inner?.text.hasPrefix("--13999\r\nContent-Type") == true)
        #expect(masked(body, type).parts.map(\.body.text) == ["•••"])
    }

    @Test func secretsAreMasked() {
        let json = [
            #"{"b":1.50,"password":"hush","a":[{"pin":["x",1]}]}"#,
            #"{"to":"ada@example.com","n":null}"#,
            // What follows a fault cannot be told from a secret.
            #"{"a":1,"password":"hush"#,
            #"{"a":1,"cards":[{"x":"hush"},"#,
            #"{"a":1} hush"#,
        ].map { masked($0, "application/json").text.filter { !$0.isWhitespace } }
        #expect(
            json == [
                #"{"b":1.50,"password":"•••","a":[{"pin":"•••"}]}"#, #"{"to":"•••","n":null}"#,
                #"{"a":1,"password"•••"#, #"{"a":1,"cards":•••"#, #"{"a":1}•••"#,
            ])
        let text = "To <ada@example.com>:\n  50 % off, https://a.com/x?token=hush&b=1 \"é\""
        #expect(
            masked(text, "text/plain").text
                == "To <•••>:\n  50 % off, https://a.com/x?token=•••&b=1 \"é\"")
    }
}
#endif
