import Testing

@testable import Barricade
@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BarricadeRequestBodyTests {
    private struct User: Decodable, Equatable {
        struct Pet: Decodable, Equatable {
            let name: String
            let age: Int?
        }

        let id: Int
        let pets: [Pet]
    }

    @Test func readsNothingWhereThereIsNoBodyOrOneOfAnotherType() throws {
        let request = try BarricadeRequest.posting(Data?.none)
        let text = try BarricadeRequest.posting("a=1", as: "Text/Plain; charset=utf-8")
        let faults: [String?] = [
            request.fault { try $0.text }, request.fault { try $0.json(as: Int.self) },
            request.fault { try $0.form }, request.fault { try $0.multipart },
            text.fault { try $0.form },
        ]
        let none = "request has no body"
        #expect(faults == [none, none, none, none, "body is text/plain, not a form"])
    }

    // MARK: JSON

    @Test func decodesWithTheUsualDecoderOrTheOneGiven() throws {
        let usual = try BarricadeRequest.posting(#"{"id": 7, "pets": [{"name": "Rex"}]}"#)
        #expect(try usual.json() == User(id: 7, pets: [.init(name: "Rex", age: nil)]))
        #expect(try usual.json() == ["id": 7, "pets": [["name": "Rex"]]] as JSONValue)

        struct Note: Decodable { let createdAt: Date }
        let request = try BarricadeRequest.posting("{created_at: 60,}")
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let note = try request.json(as: Note.self, decoder: decoder)
        #expect(note.createdAt == Date(timeIntervalSince1970: 60))
        #expect(try request.json(as: JSONValue.self, decoder: decoder) == ["created_at": 60])
        #expect(
            request.fault { try $0.json(as: [String: String].self, decoder: decoder) }
                == "body cannot be read as Dictionary<String, String>: $.created_at is not text")
    }

    private struct Sent: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
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
    @Test func saysWhereAValueIsWrongAndQuotesNone() throws {
        func fault<Value: Decodable>(_ text: String, _ type: Value.Type) throws -> String? {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try BarricadeRequest.posting(text)
                .fault { try $0.json(as: type, decoder: decoder) }?
                .replacing("body cannot be read as ", with: "")
        }
        let ofUsers = try [
            #"{"pets": []}"#, #"{"id": 1, "pets": [{"name": "a"}, {}]}"#,
            #"{"id": "1", "pets": []}"#, #"{"id": null, "pets": []}"#, "7",
            #"{"id": 1, "pets": [{"name": "a", "age": "old"}]}"#,
        ].map { try fault($0, User.self) }
        #expect(
            ofUsers == [
                "User: $.id is missing", "User: $.pets[1].name is missing",
                "User: $.id is not a whole number", "User: $.id is null, not a whole number",
                "User: it is not an object", "User: $.pets[0].age is not a whole number",
            ])
        let faults = try [
            fault("17", Sent.self), fault("[17]", [Sent].self),
            fault(#"{"a": ["hunter2"]}"#, [String: [Colour]].self),
            fault(#"["hunter2 "]"#, [UUID].self), fault(#"["hunter2"]"#, [Int].self),
            fault(#"["hunter2"]"#, [Picky].self),
        ]
        #expect(
            faults == [
                "Sent: it cannot be used", "Array<Sent>: $[0] cannot be used",
                "Dictionary<String, Array<Colour>>: $.a[0] cannot be used",
                "Array<UUID>: $[0] cannot be used", "Array<Int>: $[0] is not a whole number",
                "Array<Picky>: it cannot be used: Refused",
            ])
        // Foundation on Linux does not say where such a value is.
        let others = try [
            fault(#"["hunter2"]"#, [Date].self), fault("[4111111111111111]", [Int8].self),
        ]
        .map { $0?.replacing("$[0]", with: "it") }
        #expect(others == ["Array<Date>: it cannot be used", "Array<Int8>: it cannot be used"])
    }

    @Test func aHandlersErrorQuotesNoValueEither() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .any, line: 7) {
                CannedResponse("Reader") { request in
                    CannedResponse(text: "\(try request.json(as: [Colour].self))")
                }
            })
        let request = try URLRequest.posting(#"["hunter2"]"#, to: api)
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(request)
        }
        let text = """
            Response "Reader" of set "Set" (BarricadeRequestBodyTests.swift:7) cannot be sent: \
            body cannot be read as Array<Colour>: $[0] cannot be used.
            """
        #expect(
            [error?.localizedDescription] + barricade.requests.map(\.explanation) == [text, text])
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
            ("text/plain", [0xE9], "body is not text in utf-8"),
            ("text/plain; charset=us-ascii", [0xE9], "body is not text in us-ascii"),
            (
                "text/plain; charset=klingon", [0x41],
                "body is in charset klingon, which is not known here"
            ),
        ] as [(String?, [UInt8], String)])
    func readsTextInItsCharsetOrSaysWhyNot(
        _ type: String?, _ bytes: [UInt8], _ text: String
    ) throws {
        let request = try BarricadeRequest.posting(Data(bytes), as: type)
        let found = text.hasPrefix("body is") ? request.fault { try $0.text } : try request.text
        #expect(found == text)
    }

    // MARK: Forms

    @Test(
        arguments: [
            ("", []), ("&&", []), ("a=1", [("a", "1")]),
            ("a=1&b=2&a=3", [("a", "1"), ("b", "2"), ("a", "3")]),
            ("a+b=c+d", [("a b", "c d")]), ("a%2Bb=c%20d", [("a+b", "c d")]),
            ("a", [("a", nil)]), ("a=", [("a", "")]), ("=b", [("", "b")]), ("=", [("", "")]),
            ("a=b=c", [("a", "b=c")]), ("a%3Db=%26", [("a=b", "&")]),
            ("%C3%A9=%e2%82%ac", [("é", "€")]), ("é=€", [("é", "€")]),
            ("a=%", [("a", "%")]), ("a=%2", [("a", "%2")]), ("a=%zz", [("a", "%zz")]),
            ("a=%2&b=%41", [("a", "%2"), ("b", "A")]), ("a=%%41", [("a", "%A")]),
            ("a=%FF", [("a", "\u{FFFD}")]), ("a=%00", [("a", "\0")]), ("a=1;b=2", [("a", "1;b=2")]),
            ("a=%0D%0Ab", [("a", "\r\nb")]), ("a=%+1", [("a", "% 1")]),
        ] as [(String, [(String, String?)])])
    func readsFormFields(_ text: String, _ fields: [(String, String?)]) throws {
        let items = fields.map { URLQueryItem(name: $0.0, value: $0.1) }
        for type in ["application/x-www-form-urlencoded; charset=utf-8", nil] {
            #expect(try Array(BarricadeRequest.posting(text, as: type).form) == items)
        }
    }

    @Test func itemsAndPartsAreFoundByName() throws {
        let form = try BarricadeRequest.posting("user=ada&debug&user=bob", as: nil).form
        #expect(form == ["user": "ada", "debug": nil, "user": "bob"])
        #expect(form["user"] == "ada")
        #expect(form["debug"] == nil)
        #expect(form["name"] == nil)
        let parts = try BarricadeRequest.posting(
            Data("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--".utf8),
            as: "multipart/form-data; boundary=b"
        ).multipart
        #expect(parts["a"]?.text == "1")
        #expect(parts["b"] == nil)
    }

    /// Several matchers ask for the fields of the same body, which may be large.
    @Test func takesAFormApartOnceAndReplacesWhatIsNoText() throws {
        let fields = try BarricadeRequest.posting(
            Data("a=1&b=".utf8) + Data([0xE9]), as: "application/x-www-form-urlencoded")
        #expect(try fields.form.map(\.value) == ["1", "\u{FFFD}"])
        let parts = try BarricadeRequest.posting(
            Data("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--".utf8),
            as: "multipart/form-data; boundary=b")
        #expect(try Self.isSame(fields.form.items, fields.form.items))
        #expect(try Self.isSame(parts.multipart, parts.multipart))
    }

    /// Whether two arrays are one in memory.
    private static func isSame<Element>(_ left: [Element], _ right: [Element]) -> Bool {
        left.withUnsafeBufferPointer { $0.baseAddress }
            == right.withUnsafeBufferPointer { $0.baseAddress }
    }
}
