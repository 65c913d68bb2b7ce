import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct BarricadeRequestBodyTests {
    private struct User: Decodable, Equatable {
        struct Pet: Decodable, Equatable {
            let name: String
            let age: Int?
        }

        let id: Int
        let pets: [Pet]
    }

    @Test(arguments: [
        (RequestReader.text, "request has no body"), (.json, "request has no body"),
        (.form, "request has no body"), (.multipart, "request has no body"),
    ])
    func readsNothingWhereThereIsNoBody(_ reader: RequestReader, _ text: String) throws {
        #expect(try BarricadeRequest.posting(Data?.none).fault { try reader.read($0) } == text)
    }

    enum RequestReader: Sendable {
        case text, json, form, multipart

        func read(_ request: BarricadeRequest) throws {
            switch self {
            case .text: _ = try request.text
            case .json: _ = try request.json(as: Int.self)
            case .form: _ = try request.form
            case .multipart: _ = try request.multipart
            }
        }
    }

    // MARK: JSON

    @Test func decodesJSON() throws {
        let request = try BarricadeRequest.posting(#"{"id": 7, "pets": [{"name": "Rex"}]}"#)
        #expect(try request.json() == User(id: 7, pets: [.init(name: "Rex", age: nil)]))
        #expect(try request.json() == ["id": 7, "pets": [["name": "Rex"]]] as JSONValue)
    }

    @Test func decodesWithTheDecoderGiven() throws {
        struct Note: Decodable { let createdAt: Date }
        let request = try BarricadeRequest.posting(#"{"created_at": 60}"#)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let note = try request.json(as: Note.self, decoder: decoder)
        #expect(note.createdAt == Date(timeIntervalSince1970: 60))
    }

    @Test func decodesJSON5WhereTheDecoderDoes() throws {
        let request = try BarricadeRequest.posting("{id: 7,}")
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        #expect(try request.json(as: JSONValue.self, decoder: decoder) == ["id": 7])
        #expect(
            request.fault { try $0.json(as: [String: String].self, decoder: decoder) }
                == "body cannot be read as Dictionary<String, String>: $.id is not text")
    }

    @Test(arguments: [
        ("[1, 2}", "body is not JSON (offset 5)"),
        (#"{"a": 1 "b": 2}"#, "body is not JSON (offset 8)"),
        (#"["é", x]"#, "body is not JSON (offset 7)"),
        (#"{"a":"\x"}"#, "body is not JSON (offset 7)"),
        ("{}{}", "body is not JSON (offset 2)"),
        ("01", "body is not JSON (offset 1)"),
        ("[1.]", "body is not JSON (offset 3)"),
        ("<html>", "body is not JSON (offset 0)"),
        ("", "body is not JSON (it ends too early, at offset 0)"),
        ("  \n", "body is not JSON (it ends too early, at offset 3)"),
        (#"{"a": [1, 2"#, "body is not JSON (it ends too early, at offset 11)"),
        ("\"abc", "body is not JSON (it ends too early, at offset 4)"),
    ])
    func saysWhereJSONGoesWrong(_ text: String, _ fault: String) throws {
        let request = try BarricadeRequest.posting(text)
        #expect(request.fault { try $0.json(as: [User].self) } == fault)
        #expect(request.fault { try $0.json(as: JSONValue.self) } == fault)
    }

    @Test(arguments: [
        (#"{"pets": []}"#, "body cannot be read as User: $.id is missing"),
        (
            #"{"id": 1, "pets": [{"name": "a"}, {}]}"#,
            "body cannot be read as User: $.pets[1].name is missing"
        ),
        (
            #"{"id": "1", "pets": []}"#,
            "body cannot be read as User: $.id is not a whole number"
        ),
        (
            #"{"id": null, "pets": []}"#,
            "body cannot be read as User: $.id is null, not a whole number"
        ),
        ("7", "body cannot be read as User: it is not an object"),
        (
            #"{"id": 1, "pets": [{"name": "a", "age": "old"}]}"#,
            "body cannot be read as User: $.pets[0].age is not a whole number"
        ),
    ])
    func saysWhatIsMissing(_ text: String, _ fault: String) throws {
        #expect(try BarricadeRequest.posting(text).fault { try $0.json(as: User.self) } == fault)
    }

    @Test func saysWhatCannotBeUsed() throws {
        struct Sent: Decodable {
            let at: Date
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "no date")
            }
        }
        #expect(
            try BarricadeRequest.posting("17").fault { try $0.json(as: Sent.self) }
                == "body cannot be read as Sent: it cannot be used")
        #expect(
            try BarricadeRequest.posting("[17]").fault { try $0.json(as: [Sent].self) }
                == "body cannot be read as Array<Sent>: $[0] cannot be used")
    }

    private enum Colour: String, Decodable { case red }
    private struct Refused: Error, CustomStringConvertible {
        let description: String
    }
    private struct Picky: Decodable {
        init(from decoder: any Decoder) throws {
            throw Refused(description: try decoder.singleValueContainer().decode(String.self))
        }
    }

    /// What decoders say of a value quotes it at times, and it may be a secret.
    @Test func quotesNoValueOfTheBody() throws {
        func fault<Value: Decodable>(_ text: String, _ type: Value.Type) throws -> String? {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try BarricadeRequest.posting(text).fault {
                try $0.json(as: type, decoder: decoder)
            }
        }
        #expect(
            try fault(#"{"a": ["hunter2"]}"#, [String: [Colour]].self) == """
                body cannot be read as Dictionary<String, Array<Colour>>: $.a[0] cannot be used
                """)
        // Foundation on Linux does not say where such a value is.
        let date = try fault(#"["hunter2"]"#, [Date].self)
        let number = try fault("[4111111111111111]", [Int8].self)
        #expect(
            ["it", "$[0]"].map { "body cannot be read as Array<Date>: \($0) cannot be used" }
                .contains(date))
        #expect(
            ["it", "$[0]"].map { "body cannot be read as Array<Int8>: \($0) cannot be used" }
                .contains(number))
        #expect(
            try fault(#"["hunter2 "]"#, [UUID].self)
                == "body cannot be read as Array<UUID>: $[0] cannot be used")
        #expect(
            try fault(#"["hunter2"]"#, [Int].self)
                == "body cannot be read as Array<Int>: $[0] is not a whole number")
        #expect(
            try fault(#"["hunter2"]"#, [Picky].self)
                == "body cannot be read as Array<Picky>: it cannot be used: Refused")
    }

    @Test func aHandlersErrorQuotesNoValueEither() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .any) {
                CannedResponse("Reader") { request in
                    CannedResponse(text: "\(try request.json(as: [Colour].self))")
                }
            })
        let request = try URLRequest.posting(#"["hunter2"]"#, to: api)
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(request)
        }
        let text = """
            Response "Reader" of set "Set" (BarricadeRequestBodyTests.swift:177) cannot be sent: \
            body cannot be read as Array<Colour>: $[0] cannot be used.
            """
        #expect(error?.localizedDescription == text)
        #expect(barricade.requests.map(\.explanation) == [text])
    }

    // MARK: Text

    @Test(
        arguments: [
            (nil, [0xC3, 0xA9], "é"), ("text/plain", [0xC3, 0xA9], "é"),
            ("text/plain; charset=UTF-8", [0xC3, 0xA9], "é"),
            ("text/plain; charset=\"iso-8859-1\"", [0xE9], "é"),
            ("text/plain;format=flowed;Charset=windows-1252", [0x80], "€"),
            ("text/plain; charset=windows-1251", [0xC6], "Ж"),
            ("text/plain; charset=us-ascii", [0x41], "A"),
            ("text/plain; charset=utf-16", [0xFE, 0xFF, 0x20, 0xAC], "€"),
            ("text/plain; charset=utf-16be", [0x20, 0xAC], "€"),
            ("text/plain; charset=utf-16le", [0xAC, 0x20], "€"),
            ("text/plain; charset=Shift_JIS", [0x82, 0xA0], "あ"), ("text/plain", [], ""),
        ] as [(String?, [UInt8], String)])
    func readsTextInItsCharset(_ type: String?, _ bytes: [UInt8], _ text: String) throws {
        #expect(try BarricadeRequest.posting(Data(bytes), as: type).text == text)
    }

    @Test(
        arguments: [
            ("text/plain", [0xE9], "body is not text in utf-8"),
            ("text/plain; charset=us-ascii", [0xE9], "body is not text in us-ascii"),
            (
                "text/plain; charset=klingon", [0x41],
                "body is in charset klingon, which is not known here"
            ),
        ] as [(String, [UInt8], String)])
    func saysWhyThereIsNoText(_ type: String, _ bytes: [UInt8], _ fault: String) throws {
        let request = try BarricadeRequest.posting(Data(bytes), as: type)
        #expect(request.fault { try $0.text } == fault)
    }

    // MARK: More than once

    /// Several matchers ask for the fields of the same body, which may be large.
    @Test func takesAFormApartOnce() throws {
        let fields = try BarricadeRequest.posting(
            Data("a=1&b=2".utf8), as: "application/x-www-form-urlencoded")
        #expect(Self.isSame(try fields.form, try fields.form))
        let parts = try BarricadeRequest.posting(
            Data("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--".utf8),
            as: "multipart/form-data; boundary=b")
        #expect(Self.isSame(try parts.multipart, try parts.multipart))
    }

    /// Whether two arrays are one in memory.
    private static func isSame<Element>(_ left: [Element], _ right: [Element]) -> Bool {
        left.withUnsafeBufferPointer { $0.baseAddress }
            == right.withUnsafeBufferPointer { $0.baseAddress }
    }
}
