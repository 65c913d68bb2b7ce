import Barricade
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct JSONValueEncodingTests {
    private struct Price: Encodable {
        var cents: Double
        var day = Date(timeIntervalSince1970: 0)
    }

    @Test func makesJSONOfVariablesAlsoInLiterals() {
        let (name, count, isNew) = ("Ada", 7, true)
        let (present, absent, id): (String?, Int?, UUID) = ("x", nil, UUID())
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
        ]
        #expect(examples.map(\.0) == examples.map(\.1))
        // Of a date that is what the encoder says.
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(
            JSONValue(Price(cents: 5), encoder: encoder)
                == ["cents": 5, "day": "1970-01-01T00:00:00Z"])
        let tags = ["a", "b"]
        let json: JSONValue = [
            "city": .string(name), "title": "Hello \(name)", "n": JSONValue(count),
            "tags": JSONValue(tags), "nickname": JSONValue(absent),
            "things": .array(tags.map { ["name": .string($0), "n": 1] }),
        ]
        let text = """
            {"city":"Ada","n":7,"nickname":null,"tags":["a","b"],\
            "things":[{"n":1,"name":"a"},{"n":1,"name":"b"}],"title":"Hello Ada"}
            """
        #expect("\(json)" == text)
    }

    @Test func wholeNumbersKeepTheirDigits() async throws {
        let numbers = JSONValue([UInt64.max])
        let barricade = Barricade(
            ResponseSet("Set", on: .any) { CannedResponse("R", json: numbers) })
        #expect(try await barricade.session.get(api).text == "[18446744073709551615]")
        let decimal = try #require(Decimal(string: "18446744073709551615"))
        #expect(JSONValue(decimal) == JSONValue(UInt64.max))
        let data = try JSONEncoder().encode(numbers)
        #expect(String(decoding: data, as: UTF8.self) == "[18446744073709551615]")
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == numbers)
    }

    /// Returns what is said against a response with such a body.
    private func fault(of json: JSONValue) -> String? {
        let set = ResponseSet("Set", on: .any, line: 7) { CannedResponse("R", json: json) }
        return Barricade(set).validate().first?.message
    }

    @Test func whatCannotBeWrittenFailsItsResponse() {
        let start = """
            Response "R" of set "Set" (JSONValueEncodingTests.swift:7) cannot be sent: its JSON
            """
        #expect(
            fault(of: ["price": JSONValue(Price(cents: .infinity))])
                == "\(start) cannot be written: JSON has no nan.")
        for text in [#"{"id": 7}"#, "[]", "[\n  1\n]"] {
            #expect(
                fault(of: .string(text))
                    == "\(start) is a string that holds JSON: write jsonText: for JSON as text.")
        }
        for text in ["", "hello", "7", "[draft]", "{", #""a""#] {
            #expect(fault(of: .string(text)) == nil, "\(text)")
        }
    }
}
