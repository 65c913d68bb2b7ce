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

    private func json(_ text: String) -> BodyPreview {
        preview(Data(text.utf8), "application/json; charset=utf-8")
    }

    @Test func indentsJSON() {
        let shown = json(#"{"b":[1.50,{}],"a":"x, {\"y\"}","c":[]}"#)
        #expect(shown.kind == .json)
        #expect(
            shown.text == """
                {
                  "b": [
                    1.50,
                    {}
                  ],
                  "a": "x, {\\"y\\"}",
                  "c": []
                }
                """)
        #expect(shown.summary == "JSON, 39 bytes")
        #expect(shown.note == nil && !shown.isCut)
    }

    @Test func invalidJSONIsTextWithANote() {
        let shown = json(#"{"a": "#)
        #expect(shown.kind == .text)
        #expect(shown.text == #"{"a": "#)
        #expect(
            shown.note
                == "The content type is JSON, but the body is not: it ends too early, line 1, column 7."
        )
    }

    @Test func deepNestingStaysSmall() {
        let json = String(repeating: "[1,", count: 500)
        let text = preview(Data(json.utf8), size: 2_000, "application/json").text
        #expect(text.hasPrefix("[\n  1,\n  [\n    1,\n"))
        #expect(text.hasSuffix("[\n\(String(repeating: " ", count: 80))1"))
    }

    @Test func cutTextEndsBeforeABrokenCharacter() {
        let text = "aé€😀"
        let bytes = Data(text.utf8)
        for count in 1..<bytes.count {
            let shown = preview(bytes.prefix(count), size: bytes.count, "text/plain")
            #expect(shown.kind == .text && shown.isCut)
            #expect(text.hasPrefix(shown.text))
            #expect(text.utf8.count - shown.text.utf8.count <= bytes.count - count + 3)
        }
    }

    @Test func cutJSONIsIndentedAsFarAsItGoes() {
        let shown = preview(Data(#"{"a":[1,"#.utf8), size: 900_000, "application/json")
        #expect(shown.kind == .json && shown.isCut)
        #expect(shown.summary == "JSON, 900 KB")
        #expect(shown.text == "{\n  \"a\": [\n    1")
        #expect(
            preview(Data(#"{"a":{},"b":"x, "#.utf8), size: 99).text == """
                {
                  "a": {},
                  "b": "x,\u{20}
                """)
    }

    @Test func readsTheSizeOfImages() {
        let png =
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
            + Data([0, 0, 2, 128, 0, 0, 1, 224])
        #expect(preview(png, "image/png").summary == "PNG image, 640 × 480, 24 bytes")
        #expect(preview(png, "image/png").image == png)
        #expect(preview(png, size: 50_000_000, "image/png").image == nil)
        let gif = Data("GIF89a".utf8) + Data([16, 0, 9, 1])
        #expect(preview(gif).summary == "GIF image, 16 × 265, 10 bytes")
        let jpeg = Data([
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0, 100, 0, 200, 3, 1, 2, 3,
        ])
        #expect(preview(jpeg).summary == "JPEG image, 200 × 100, 21 bytes")
        for count in 0..<jpeg.count { _ = preview(jpeg.prefix(count)) }
        for count in 0..<png.count { #expect(preview(png.prefix(count)).image == nil) }
    }

    @Test func whatIsNoImageSaysSo() {
        let text = preview(Data("<html>".utf8), "image/png")
        #expect(text.kind == .text)
        #expect(text.note == "The content type is image/png, but the body is text.")
        let bytes = preview(Data([0xFF, 0xFE, 0]), "image/webp")
        #expect(bytes.kind == .hexadecimal)
        #expect(bytes.note == "The size of the image is not known here.")
        #expect(preview(Data("<svg/>".utf8), "image/svg+xml").note == nil)
    }

    @Test func showsBytesInHexadecimal() {
        let bytes = Data([0, 1, 2, 0xFF]) + Data("Hello, world!".utf8)
        #expect(
            preview(bytes).text == """
                00000000  00 01 02 ff 48 65 6c 6c 6f 2c 20 77 6f 72 6c 64  ....Hello, world
                00000010  21                                               !
                """)
        let long = preview(Data(repeating: 0, count: 10_000))
        #expect(long.isCut && long.text.split(separator: "\n").count == 256)
    }

    @Test func anEmptyBodyIsNone() {
        #expect(preview(Data()).summary == "No body")
        #expect(BodyPreview(Data(), size: nil, contentType: nil).summary == "Text, size unknown")
    }

    @Test func theFirstBytesDecide() {
        #expect(preview(Data(" [1, 2]".utf8), "text/plain").text == "[\n  1,\n  2\n]")
        #expect(preview(Data("[1] Footnote".utf8), "text/plain").kind == .text)
        #expect(preview(Data("[1] Footnote".utf8), "text/plain").note == nil)
        #expect(preview(Data("17".utf8), "application/json").kind == .json)
        let webP =
            Data("RIFF".utf8) + Data([0, 0, 0, 0]) + Data("WEBPVP8X".utf8)
            + Data([10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0])
        #expect(preview(webP, "text/plain").summary == "WebP image, 640 × 480, 30 bytes")
    }

    @Test func formsAreShownByField() {
        let body = Data("name=Ada+L%26&pin=1234&flag".utf8)
        let type = "application/x-www-form-urlencoded"
        let shown = BodyPreview(body, size: 27, contentType: type, isMasked: true)
        #expect(shown.text == "name = Ada L&\npin = •••\nflag")
        #expect(shown.summary == "Form, 27 bytes")
        #expect(preview(body, type).text.contains("pin = 1234"))
    }

    @Test func multipartFormsAreShownByPart() throws {
        let body = Data(
            """
            --b\r\nContent-Disposition: form-data; name="user"\r\n\r\nAda\r\n--b\r
            Content-Disposition: form-data; name="secret"\r\n\r\nhush\r\n--b\r
            Content-Disposition: form-data; name="data"; filename="a.json"\r
            Content-Type: application/json\r\n\r\n{"token":"hush","a":1}\r\n--b--\r\n
            """.utf8)
        let shown = BodyPreview(
            body, size: body.count, contentType: "multipart/form-data; boundary=b", isMasked: true)
        #expect(shown.kind == .multipart)
        #expect(
            shown.parts.map(\.title) == [
                "user, text/plain", "secret, text/plain",
                #"data, file "a.json", application/json"#,
            ])
        #expect(
            shown.parts.map(\.body.text) == [
                "Ada", "•••", "{\n  \"token\": \"•••\",\n  \"a\": 1\n}",
            ])
        // A part that is cut off shows the text as it is.
        #expect(
            preview(body.prefix(90), size: 900, "multipart/form-data; boundary=b").kind == .text)
    }

    @Test(arguments: [
        (
            #"{"b":1.50,"password":"hush","a":[{"pin":["x",1]}]}"#,
            #"{"b":1.50,"password":"•••","a":[{"pin":"•••"}]}"#
        ),
        (#"{"to":"ada@example.com","n":null}"#, #"{"to":"•••","n":null}"#),
        // What follows a fault cannot be told from a secret.
        (#"{"a":1,"password":"hush"#, #"{"a":1,"password" •••"#),
        (#"{"a":1,"cards":[{"x":"hush"},"#, #"{"a":1,"cards": •••"#),
        (#"{"a":1} hush"#, #"{"a":1} •••"#),
    ])
    func secretsInJSONAreMasked(text: String, shown: String) {
        let masked = BodyPreview(
            Data(text.utf8), size: text.utf8.count, contentType: "application/json", isMasked: true)
        #expect(masked.text.filter { !$0.isWhitespace } == shown.filter { !$0.isWhitespace })
        #expect(!masked.text.contains("hush"))
    }

    @Test func secretsInTextAreMasked() {
        let text = "To <ada@example.com>:\n  50 % off, https://a.com/x?token=hush&b=1 \"é\""
        let masked = BodyPreview(
            Data(text.utf8), size: text.utf8.count, contentType: "text/plain", isMasked: true)
        #expect(
            masked.text == "To <•••>:\n  50 % off, https://a.com/x?token=•••&b=1 \"é\"")
    }
}
#endif
