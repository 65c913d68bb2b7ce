import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Parts of a multipart form that are compared as text.
@Suite(.timeLimit(.minutes(10))) struct RequestMatcherPartTests {
    private static let type = "multipart/form-data; boundary=b"
    private static let body: Data = {
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

    @Test(
        arguments: [
            (.multipart("title", "Café"), nil), (.multipart("title", .prefix("Ca")), nil),
            (.multipart("title", .regex("é$")), nil), (.multipart("title", .present), nil),
            (.multipart("photo", .present), nil), (.multipart("video", .absent), nil),
            (.multipart("empty", ""), nil), (.multipart("tag", "b"), nil),
            // The content of a file counts as text too.
            (.multipart("notes", .containing("text")), nil),
            (.multipart("title", "Tea"), #"wants part title "Tea", got "Café""#),
            (.multipart("video", "x"), #"wants part video "x", got none"#),
            (.multipart("video", .present), "wants part video, got none"),
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
        ] as [(RequestMatcher, String?)])
    func comparesParts(_ matcher: RequestMatcher, _ text: String?) throws {
        let request = try BarricadeRequest.posting(Self.body, as: Self.type)
        #expect(matcher.difference(to: request) == text)
    }

    @Test func saysWhichPartOfAFileDiffers() throws {
        let request = try BarricadeRequest.posting(Self.body, as: Self.type)
        let matcher =
            RequestMatcher.multipart("title", fileName: "a.txt")
            && .multipart("notes", fileName: "b.txt", contentType: "image/png", data: Data([1]))
        #expect(
            matcher.mismatches(with: request).map(\.description) == [
                #"wants part title with file name "a.txt", got one without a file name"#,
                #"wants part notes of type image/png with file name "b.txt" of the 1 byte given, got one of type text/plain with file name "a.txt" of 9 bytes"#,
            ])
    }
}
