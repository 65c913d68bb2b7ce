import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct JSONValueEncodingTests {
    private struct Price: Encodable {
        var cents: Double
        var day = Date(timeIntervalSince1970: 0)
    }

    @Test func makesJSONOfVariablesAlsoInLiterals() throws {
        let (name, count, isNew) = ("Ada", 7, true)
        let (present, absent, id): (String?, Int?, UUID) = ("x", nil, UUID())
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let decimal = try #require(Decimal(string: "18446744073709551615"))
        let examples: [(JSONValue, JSONValue)] = [
            (JSONValue(name), "Ada"), (JSONValue(count), 7), (JSONValue(isNew), true),
            (JSONValue(JSONValue.null), nil),
            (JSONValue(-7 as Int8), -7), (JSONValue(7 as Int16), 7), (JSONValue(7 as Int32), 7),
            (JSONValue(Int64.min), .integer(.min)), (JSONValue(7 as UInt), 7),
            (JSONValue(7 as UInt8), 7), (JSONValue(7 as UInt16), 7), (JSONValue(7 as UInt32), 7),
            (JSONValue(2.5 as Double), 2.5), (JSONValue(0.1 as Float), 0.1),
            (JSONValue(Decimal(19.5)), 19.5), (JSONValue(Decimal(7)), 7), (.number(count), 7),
            (JSONValue(present), "x"), (JSONValue(absent), nil),
            (JSONValue([present, nil]), ["x", nil]), (JSONValue([[name]]), [["Ada"]]),
            (JSONValue([name: [count]]), ["Ada": [7]]), (JSONValue([JSONValue]()), []),
            (JSONValue([Price(cents: 5)]), [["cents": 5, "day": -978_307_200]]),
            (JSONValue(URL(string: "https://a.example/b?c")), "https://a.example/b?c"),
            (JSONValue(id), .string(id.uuidString)),
            // Of a date that is what the encoder says.
            (
                JSONValue(Price(cents: 5), encoder: encoder),
                ["cents": 5, "day": "1970-01-01T00:00:00Z"]
            ),
            (JSONValue(decimal), JSONValue(UInt64.max)),
            (
                [
                    "city": .string(name), "title": "Hello \(name)", "n": JSONValue(count),
                    "nickname": JSONValue(absent),
                    "things": .array(["a", "b"].map { ["name": .string($0), "n": 1] }),
                ],
                [
                    "city": "Ada", "title": "Hello Ada", "n": 7, "nickname": nil,
                    "things": [["name": "a", "n": 1], ["name": "b", "n": 1]],
                ]
            ),
        ]
        #expect(examples.map(\.0) == examples.map(\.1))
    }

    @Test func wholeNumbersKeepTheirDigits() async throws {
        let numbers = JSONValue([UInt64.max])
        let barricade = Barricade(
            ResponseSet("Set", on: .any) { CannedResponse("R", json: numbers) })
        let data = try JSONEncoder().encode(numbers)
        let texts = try await [
            barricade.session.get(api).text, String(decoding: data, as: UTF8.self),
        ]
        #expect(texts == ["[18446744073709551615]", "[18446744073709551615]"])
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == numbers)
    }

    /// Returns what is said against a response with such a body.
    private func fault(of json: JSONValue) -> String? {
        let set = ResponseSet("Set", on: .any, line: 7) { CannedResponse("R", json: json) }
        return Barricade(set).validate().first?.message
    }

    @Test func whatCannotBeWrittenFailsItsResponse() {
        let json = "its JSON is a string that holds JSON: write jsonText: for JSON as text."
        let texts = ["", "hello", "7", "[draft]", "{", #""a""#]
        let examples: [(JSONValue, String?)] =
            [
                (
                    ["price": JSONValue(Price(cents: .infinity))],
                    "its JSON cannot be written: JSON has no nan."
                ),
                (#"{"id": 7}"#, json), ("[]", json), ("[\n  1\n]", json),
            ] + texts.map { (.string($0), nil) }
        let start = #"Response "R" of set "Set" (JSONValueEncodingTests.swift:7) cannot be sent: "#
        #expect(examples.map { fault(of: $0.0) } == examples.map { $0.1.map { start + $0 } })
    }
}
