import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MultipartPartTests {
    private let type = "multipart/form-data; boundary=AaB03x"

    private func parts(_ lines: String..., as type: String? = nil) throws -> [HTTP.MultipartPart] {
        try BarricadeRequest.posting(lines.joined(separator: "\r\n"), as: type ?? self.type)
            .multipart
    }

    private func fault(_ lines: String..., as type: String? = nil) throws -> String? {
        try BarricadeRequest.posting(lines.joined(separator: "\r\n"), as: type ?? self.type)
            .fault { try $0.multipart }
    }

    /// Returns each part as its name, file name, content type and text.
    private func described(_ parts: [HTTP.MultipartPart]) -> [[String?]] {
        parts.map { [$0.name, $0.fileName, $0.contentType, $0.text] }
    }

    @Test func readsTheExamplesOfTheStandards() throws {
        // RFC 7578, sections 4.2 and 4.5; RFC 1867, section 6.
        let parts = try parts(
            "--AaB03x", "Content-Disposition: form-data; name=\"_charset_\"", "", "iso-8859-1",
            "--AaB03x", "content-disposition: form-data; name=\"field1\"",
            "content-type: text/plain;charset=UTF-8",
            "content-transfer-encoding: quoted-printable", "", "Joe owes =E2=82=AC100.",
            "--AaB03x",
            "Content-Disposition: form-data; name=\"pics\"; filename=\"file1.txt\"",
            "Content-Type: text/plain", "", " ... contents of file1.txt ... ", "--AaB03x--", "")
        #expect(
            described(parts) == [
                ["_charset_", nil, "text/plain", "iso-8859-1"],
                ["field1", nil, "text/plain;charset=UTF-8", "Joe owes =E2=82=AC100."],
                ["pics", "file1.txt", "text/plain", " ... contents of file1.txt ... "],
            ])
        #expect(parts[1].headers["Content-Transfer-Encoding"] == "quoted-printable")
    }

    @Test func takesTheBoundaryFromTheContentType() throws {
        for (type, boundary) in [
            ("multipart/form-data; boundary=\"simple (boundary): 1/2\"", "simple (boundary): 1/2"),
            (
                "Multipart/Form-Data; charset=utf-8; BOUNDARY=----WebKitFormBoundary7MA",
                "----WebKitFormBoundary7MA"
            ),
            ("multipart/mixed;boundary=\"a;b\"", "a;b"),
            ("multipart/form-data; boundary=\"a\\\"b\"", "a\"b"),
        ] {
            let parts = try parts(
                "--\(boundary)", "Content-Disposition: form-data; name=a", "", "1",
                "--\(boundary)--", as: type)
            #expect(described(parts) == [["a", nil, "text/plain", "1"]], "\(type)")
        }
    }

    @Test(arguments: [" ", "   \t"])
    func aHeaderMayGoOnInTheNextLine(_ blank: String) throws {
        let parts = try parts(
            "--AaB03x", "Content-Disposition: form-data;", "\(blank)name=\"photo\";",
            "\(blank)filename*=UTF-8''%E2%82%AC.png", "Content-Type:",
            "\(blank)image/png;", "\(blank)q=1", "", "1", "--AaB03x", "\(blank)lost",
            "Content-Disposition: form-data; name=b", "", "2", "--AaB03x--")
        #expect(
            described(parts)
                == [["photo", "€.png", "image/png; q=1", "1"], ["b", nil, "text/plain", "2"]])
        #expect(
            parts.first?.headers["Content-Disposition"]
                == "form-data; name=\"photo\"; filename*=UTF-8''%E2%82%AC.png")
    }

    @Test func readsNamesAndFileNamesWithQuotesAndInACharset() throws {
        for (parameters, name, fileName) in [
            (#"name="a\"b"; filename="x; y=\"z\".txt""#, "a\"b", "x; y=\"z\".txt"),
            (#"name="a%22b%0D%0A"; filename="50%.txt""#, "a\"b\r\n", "50%.txt"),
            (#"name=é; filename="""#, "é", ""),
            // RFC 8187, section 3.2.
            (
                "name=a; filename=\"e.txt\"; filename*=UTF-8''%e2%82%ac%20rates.txt", "a",
                "€ rates.txt"
            ),
            ("name=a; filename*=utf-8'en'%c2%a3.txt; filename=e.txt", "a", "£.txt"),
            ("name=a; FileName*=iso-8859-1'en'%A3.txt", "a", "£.txt"),
            ("name=a; filename*=UTF-8''plain.txt", "a", "plain.txt"),
            ("name=a; filename*=UTF-8''a%22b", "a", "a\"b"),
            ("name=a; filename*=UTF-8''", "a", ""),
            // What cannot be read gives way.
            ("name=a; filename=e.txt; filename*=UTF-8''%A3.txt", "a", "e.txt"),
            ("name=a; filename=e.txt; filename*=klingon''a.txt", "a", "e.txt"),
            ("name=a; filename=e.txt; filename*=a.txt", "a", "e.txt"),
            ("name=a; filename*=UTF-8'a.txt", "a", nil),
            ("name=a; filename=e.txt; filename*=UTF-8''100%", "a", "e.txt"),
        ] as [(String, String, String?)] {
            let line = "Content-Disposition: form-data; \(parameters)"
            let parts = try parts("--AaB03x", line, "", "1", "--AaB03x--")
            #expect(described(parts) == [[name, fileName, "text/plain", "1"]], "\(parameters)")
        }
    }

    @Test func readsPartsWithNothingInThem() throws {
        let parts = try parts(
            "--AaB03x", "Content-Disposition: form-data; name=empty", "", "",
            "--AaB03x", "Content-Disposition: form-data; name=headers", "",
            "--AaB03x", "", "no headers", "--AaB03x", "", "",
            "--AaB03x", "Content-Disposition: form-data", "", "no name", "--AaB03x--")
        #expect(
            parts.map { [$0.name, $0.text] } == [
                ["empty", ""], ["headers", ""], ["", "no headers"], ["", ""], ["", "no name"],
            ])
        #expect(try self.parts("--AaB03x--").isEmpty)
        // What is before and after them is dropped.
        let only = try self.parts(
            "This is a multipart message.", "--AaB03", "", "--AaB03x  ",
            "Content-Disposition: form-data; name=a", "", "1", "--AaB03x--  ", "the end",
            "--AaB03x", "", "no part", "--AaB03x--")
        #expect(only.map(\.text) == ["1"])
    }

    @Test func keepsDataAsItIs() throws {
        let bytes =
            Data((0...255).map { UInt8($0) }) + Data("\n\r\r\n--\n--AaB03x\r--AaB03x\r\n".utf8)
        let body =
            Data("--AaB03x\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8) + bytes
            + Data("\r\n--AaB03x--".utf8)
        let parts = try BarricadeRequest.posting(body, as: type).multipart
        #expect(parts.map(\.data) == [bytes])
        #expect(parts.first?.text == nil)
        let lines = try self.parts("--AaB03x", "", "a\nb", "\n", "--AaB03x--")
        #expect(lines.map(\.text) == ["a\nb\r\n\n"])
    }

    @Test func saysWhatIsWrong() throws {
        let untyped = try BarricadeRequest.posting("x").fault { try $0.multipart }
        // No declared length is believed.
        var declared = try URLRequest.posting("--AaB03x\r\n\r\n1", as: type)
        declared.setValue("1073741824", forHTTPHeaderField: "Content-Length")
        let cut = try #require(BarricadeRequest(declared)).fault { try $0.multipart }
        let faults: [String?] = try [
            untyped, cut,
            fault("x", as: "text/plain"), fault("x", as: "multipart/form-data"),
            fault("x", as: "multipart/form-data; boundary=\"\""),
            fault("--other", "", "1", "--other--"),
            fault("--AaB03x", "", "1", "--AaB03x", "Content-Disposition: form-data", "", "2"),
            fault("--AaB03x", "Content-Disposition: form-data", "--AaB03x--"),
            fault("--AaB03x", "--AaB03x--"),
        ]
        #expect(
            faults == [
                "body is of no content type, not multipart",
                "multipart body ends within part 1 (offset 13)",
                "body is text/plain, not multipart",
                "body is multipart, but its content type names no boundary",
                "body is multipart, but its content type names no boundary",
                "multipart body does not hold its boundary --AaB03x",
                "multipart body ends within part 2 (offset 60)",
                "part 1 of the multipart body has no empty line after its headers",
                "part 1 of the multipart body has no empty line after its headers",
            ])
    }

    @Test func aBodyCutAnywhereIsAnErrorAndNoCrash() throws {
        let whole = Data(
            [
                "preamble", "--AaB03x", "Content-Disposition: form-data; name=a", "", "1",
                "--AaB03x", "Content-Disposition: form-data; name=\"b\"; filename=\"c\"",
                "Content-Type: image/png", "", "\u{1}\r\n\r\n--AaB03", "--AaB03x--", "",
            ].joined(separator: "\r\n").utf8)
        let end = whole.count - 2
        let wrong = try (0...whole.count).filter { count in
            let request = try BarricadeRequest.posting(whole.prefix(count), as: type)
            guard count < end else { return try request.multipart.map(\.name) != ["a", "b"] }
            let text = request.fault { try $0.multipart } ?? ""
            return !text.hasPrefix("multipart body does not hold its boundary")
                && !text.hasSuffix(" (offset \(count))")
        }
        #expect(wrong == [])
    }
}
