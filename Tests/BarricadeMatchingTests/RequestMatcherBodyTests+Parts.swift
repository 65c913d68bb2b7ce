import Barricade
import Testing

@testable import TestSupport

/// Parts of a multipart form.
extension RequestMatcherBodyTests {
    static func parts() throws -> [Comparison] {
        func comparing(
            _ examples: [(RequestMatcher, String?)], _ body: Data
        ) throws -> [Comparison] {
            let request = try BarricadeRequest.posting(body, as: "multipart/form-data; boundary=b")
            return examples.map { ($0, request, $1) }
        }
        return try comparing(asText, textBody) + comparing(asFiles, Data(fileBody.utf8))
            + comparing(
                [(.multipart("title", "Café"), #"wants part title "Café", got only unnamed ones"#)],
                Data("--b\r\nContent-Type: text/plain\r\n\r\nCafé\r\n--b--".utf8))
    }

    private static let textBody: Data = {
        let start = [
            "--b", "Content-Disposition: form-data; name=title", "", "Café", "--b",
            "Content-Disposition: form-data; name=empty", "", "", "--b",
            "Content-Disposition: form-data; name=pin", "", "1234", "--b",
            "Content-Disposition: form-data; name=tag", "", "a", "--b",
            "Content-Disposition: form-data; name=tag", "", "b", "--b",
            "Content-Disposition: form-data; name=notes; filename=a.txt", "", "some text", "--b",
            "Content-Disposition: form-data; name=photo; filename=a.png", "", "",
        ].joined(separator: "\r\n")
        return Data(start.utf8) + Data([0xFF, 0xD8]) + Data("\r\n--b--".utf8)
    }()

    /// Matchers that compare parts as text, and what differs.
    private static let asText: [(RequestMatcher, String?)] = [
        (.multipart("title", "Café"), nil), (.multipart("title", .prefix("Ca")), nil),
        (.multipart("title", .regex("é$")), nil), (.multipart("title", .present), nil),
        (.multipart("photo", .present), nil), (.multipart("video", .absent), nil),
        (.multipart("empty", ""), nil), (.multipart("tag", "b"), nil),
        // The content of a file counts as text too.
        (.multipart("notes", .containing("text")), nil),
        (.multipart("title", "Tea"), #"wants part title "Tea", got "Café""#),
        (
            .multipart("video", "x"),
            #"wants part video "x", got only "empty", "notes", "photo", "pin", "tag" and 1 more"#
        ),
        (
            .multipart("video", .present),
            #"wants part video, got only "empty", "notes", "photo", "pin", "tag" and 1 more"#
        ),
        (.multipart("title", .absent), #"wants no part title, got "Café""#),
        (
            .multipart("title", .noValue),
            "never matches: a part always has a value, so .noValue matches none"
        ),
        (.multipart("tag", "c"), #"wants part tag "c", got "a", "b""#),
        (.multipart("pin", "1"), "wants part pin with the value given, got another value"),
        (.multipart("pin", .absent), "wants no part pin, got one"),
        (.multipart("notes", "x"), #"wants part notes "x", got another file"#),
        (.multipart("notes", .absent), "wants no part notes, got one"),
        (
            .multipart("photo", "x"),
            #"wants part photo "x", got 2 bytes that are not text in UTF-8"#
        ),
        (
            .multipart("photo", .prefix("")),
            #"wants part photo starting with "", got 2 bytes that are not text in UTF-8"#
        ),
        (
            .multipart("title", fileName: "a.txt")
                && .multipart("notes", fileName: "b.txt", contentType: "image/png", data: Data([1])),
            #"wants part title with file name "a.txt", got one without a file name; wants part notes of type image/png with file name "b.txt" of the 1 byte given, got one of type text/plain with file name "a.txt" of 9 bytes"#
        ),
    ]

    private static let fileBody = [
        "--b", "Content-Disposition: form-data; name=note", "", "hi", "--b",
        "Content-Disposition: form-data; name=photo; filename=a.png",
        "Content-Type: image/png; q=1", "", "png", "--b",
        "Content-Disposition: form-data; name=photo; filename=c.gif",
        "Content-Type: image/gif+x", "", "gif", "--b--",
    ].joined(separator: "\r\n")

    private static let asFiles: [(RequestMatcher, String?)] = [
        (.multipart("photo"), nil), (.multipart("photo", fileName: "a.png"), nil),
        (.multipart("photo", contentType: "Image/PNG"), nil),
        (.multipart("photo", data: Data("png".utf8)), nil),
        (
            .multipart(
                "photo", fileName: "a.png", contentType: "image/png", data: Data("png".utf8)),
            nil
        ),
        (.multipart("note", contentType: "text/plain", data: Data("hi".utf8)), nil),
        (.multipart("video"), #"wants part video, got only "note", "photo""#),
        (
            .multipart("photo", fileName: "b.png"),
            #"wants part photo with file name "b.png", got one with file name "a.png""#
        ),
        (
            .multipart("photo", contentType: "image/gif"),
            "wants part photo of type image/gif, got one of type image/png"
        ),
        (
            .multipart("photo", fileName: "a.png", data: Data("x".utf8)),
            #"wants part photo with file name "a.png" of the 1 byte given, got one of 3 bytes"#
        ),
        // All that is asked for has to be of the same part.
        (
            .multipart("photo", fileName: "a.png", data: Data("gif".utf8)),
            #"wants part photo with file name "a.png" of the 3 bytes given, got one of other bytes from offset 0"#
        ),
        (.multipart("photo", fileName: "c.gif", data: Data("gif".utf8)), nil),
    ]
}
