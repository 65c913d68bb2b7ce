import Barricade
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct JSONValueReadingTests {
    private let value: JSONValue = [
        "user": ["name": "Ada", "tags": ["a", "b"], "email": nil], "n": 7,
    ]

    @Test func readsBySubscript() throws {
        #expect(value["user"]?["name"]?.string == "Ada")
        #expect(value["user"]?["tags"]?[1] == "b")
        #expect(value["user"]?["email"]?.isNull == true)
        let list: JSONValue = [["id": 1]]
        #expect(list[0]?["id"]?.int == 1)
    }

    @Test func writesTextAsFoundationDoes() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        for scalar in (0..<0x2100).compactMap({ Unicode.Scalar($0 as UInt32) }) {
            let text = "a\(scalar)b"
            let written = String(decoding: try encoder.encode(text), as: UTF8.self)
            #expect(JSONValue.string(text).description == written)
        }
    }

    @Test func isNilWhereNothingIs() {
        #expect(value["users"] == nil)
        #expect(value["user"]?["name"]?["first"] == nil)
        #expect(value[0] == nil)
        for index in [-1, 2, Int.max] { #expect(value["user"]?["tags"]?[index] == nil) }
    }

    @Test(
        arguments: [
            (nil, "null"), (true, "bool"), ("x", "string"), ([1], "array"), (["a": 1], "object"),
            (7, "int double"), (.number(7), "int double"), (2.5, "double"), (1e300, "double"),
            (.number(.infinity), "double"), (JSONValue(UInt64.max), "double"),
        ] as [(JSONValue, String)])
    func isOfOneKind(_ value: JSONValue, _ kinds: String) {
        let found = [
            value.isNull ? "null" : nil, value.bool.map { _ in "bool" },
            value.string.map { _ in "string" }, value.array.map { _ in "array" },
            value.object.map { _ in "object" }, value.int.map { _ in "int" },
            value.double.map { _ in "double" },
        ]
        #expect(found.compactMap(\.self).joined(separator: " ") == kinds)
    }

    @Test func givesTheValue() {
        #expect((false as JSONValue).bool == false)
        #expect(JSONValue.number(7).int == 7)
        #expect((7 as JSONValue).double == 7)
        #expect(JSONValue(UInt64.max).double == 0x1p64)
        #expect(value["user"]?["tags"]?.array == ["a", "b"])
        #expect(value["n"].map { ["n": $0] } == (["n": 7] as JSONValue).object)
    }

    @Test func readsTheBodyOfARequest() throws {
        let request = try BarricadeRequest.posting(#"{"user": {"name": "Ada"}}"#)
        #expect(try request.json(as: JSONValue.self)["user"]?["name"]?.string == "Ada")
    }
}
