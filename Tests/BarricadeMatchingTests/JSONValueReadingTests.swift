import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct JSONValueReadingTests {
    private let value: JSONValue = [
        "user": ["name": "Ada", "tags": ["a", "b"], "email": nil], "n": 7,
    ]

    @Test func readsBySubscript() throws {
        let request = try BarricadeRequest.posting("\(value)")
        for value in [value, try request.json()] {
            let user: JSONValue = ["name": "Ada", "tags": ["a", "b"], "email": nil]
            let tags = value["user"]?["tags"]
            let found: [JSONValue?] = [value["user"], value["user"]?["name"], tags?[1]]
            #expect(found == [user, "Ada", "b"])
            // Nothing is there, which is not null.
            let nothing: [JSONValue?] = [
                value["users"], value["user"]?["name"]?["first"], value[0], tags?[-1], tags?[2],
                tags?[.max],
            ]
            #expect(nothing.compactMap(\.self) == [])
        }
    }

    @Test func writesTextAsFoundationDoes() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let others = try (0..<0x2100).compactMap { Unicode.Scalar($0 as UInt32) }.filter { scalar in
            let text = "a\(scalar)b"
            let written = String(decoding: try encoder.encode(text), as: UTF8.self)
            return JSONValue.string(text).description != written
        }
        #expect(others == [])
    }

    @Test func isOfOneKind() {
        for (value, kinds) in [
            (nil, "null"), (true, "bool true"), (false, "bool false"), ("x", "string x"),
            ([1], "array [1]"), (["a": 1], #"object ["a": 1]"#), (7, "int 7 double 7.0"),
            (.number(7), "int 7 double 7.0"), (2.5, "double 2.5"), (1e300, "double 1e+300"),
            (.number(.infinity), "double inf"),
            (JSONValue(UInt64.max), "double 1.8446744073709552e+19"),
        ] as [(JSONValue, String)] {
            let found = [
                value.isNull ? "null" : nil, value.bool.map { "bool \($0)" },
                value.string.map { "string \($0)" }, value.array.map { "array \($0)" },
                value.object.map { "object \($0)" }, value.int.map { "int \($0)" },
                value.double.map { "double \($0)" },
            ]
            #expect(found.compactMap(\.self).joined(separator: " ") == kinds)
        }
    }

    @Test func changesMembersAndElementsAndIsDescribedAsJSON() {
        var book: JSONValue = [
            "title": "Fog", "stock": 3, "tags": ["a", "b"], "author": ["id": 1],
            "others": [.null, true, 1.5, "a/\"", [], [:]],
        ]
        let others = #""others":[null,true,1.5,"a/\"",[],{}]"#
        book["stock"] = 0
        book["tags"]?[1] = "c"
        book["author"]?["name"] = "Ada"
        book["title"] = nil
        #expect(
            "\(book)"
                == #"{"author":{"id":1,"name":"Ada"},\#(others),"stock":0,"tags":["a","c"]}"#)
        book["tags"]?[0] = nil
        book["tags"]?[7] = "far"
        book["stock"]?["no"] = "object"
        #expect(
            "\(book)" == #"{"author":{"id":1,"name":"Ada"},\#(others),"stock":0,"tags":["c"]}"#)
    }
}
