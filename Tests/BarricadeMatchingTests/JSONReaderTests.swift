import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("-17", -17),
            ("1.5", 1.5), ("1.0", .number(1.0)), ("1e2", .number(100.0)), ("25E-1", 2.5),
            ("1E+1", 10.0),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", JSONValue(UInt64(1) << 63)),
            ("18446744073709551615", JSONValue(UInt64.max)),
            ("9223372036854775807e0", .integer(.max)),
            ("1e19", JSONValue(10_000_000_000_000_000_000 as UInt64)),
            ("1e999", .number(.infinity)), ("\"\"", ""),
            ("\"a\\/\\\\\\\"\\b\\f\\n\\r\\t\"", "a/\\\"\u{8}\u{C}\n\r\t"),
            ("\"\\u00e9\\u20AC\"", "é€"), ("\"\\uD83D\\uDE00!\"", "😀!"),
            ("\"\\uD83Dx\"", "\u{FFFD}x"),
            ("\"\\uD83D\\u0041\"", "\u{FFFD}A"), ("\"\\uDE00\"", "\u{FFFD}"),
            ("\"e\\u0301\"", "e\u{301}"),
            ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]), ("[[],[[]],{}]", [[], [[]], [:]]),
            ("{\"a\":{\"b\":[1,{\"c\":null}]}}", ["a": ["b": [1, ["c": nil]]]]),
            ("{\"a\":1,\"a\":2}", ["a": 1]), ("{\"\":0}", ["": 0]), ("\u{FEFF}[1]", [1]),
            ("\r\n\t[ 1 , 2 ]\n", [1, 2]),
        ] as [(String, JSONValue)])
    func readsValues(_ text: String, _ value: JSONValue) throws {
        #expect(try BarricadeRequest.posting(text).json() == value)
    }

    @Test(
        arguments: [
            ("[1,]", "offset 3"), ("{\"a\":1, }", "offset 8"),
            ("[,1]", "offset 1"),
            ("{\"a\"}", "offset 4"), ("{a:1}", "offset 1"), ("{1:1}", "offset 1"),
            ("[1 2]", "offset 3"), ("tru", "it ends too early, at offset 3"), ("truE", "offset 3"),
            ("nulll", "offset 4"), ("+1", "offset 0"), (".5", "offset 0"),
            ("-", "it ends too early, at offset 1"), ("1e", "it ends too early, at offset 2"),
            ("1e+x", "offset 3"), ("NaN", "offset 0"), ("'a'", "offset 0"),
            ("[1}", "offset 2"),
            ("{\"a\":1]", "offset 6"), ("]", "offset 0"), ("\"a\nb\"", "offset 2"),
            ("\"\\u12G4\"", "offset 5"), ("\"\\u12", "it ends too early, at offset 5"),
            ("\"\\", "it ends too early, at offset 2"), ("\"\\uD83D\\x\"", "offset 8"),
            ("// no\n1", "offset 0"), ("[1 /* one */]", "offset 3"),
            ("# no\n1", "offset 0"), ("/1", "offset 0"), ("[}", "offset 1"),
            ("[\0]", "offset 1"),
            ("\u{FEFF}", "it ends too early, at offset 3"),
            ("[1, 2}", "offset 5"),
            (#"{"a": 1 "b": 2}"#, "offset 8"),
            (#"["é", x]"#, "offset 7"),
            (#"{"a":"\x"}"#, "offset 7"),
            ("{}{}", "offset 2"),
            ("01", "offset 1"),
            ("[1.]", "offset 3"),
            ("<html>", "offset 0"),
            ("", "it ends too early, at offset 0"),
            ("  \n", "it ends too early, at offset 3"),
            (#"{"a": [1, 2"#, "it ends too early, at offset 11"),
            ("\"abc", "it ends too early, at offset 4"),
        ] as [(String, String)])
    func saysWhereTextIsNotJSON(_ text: String, _ place: String) throws {
        let request = try BarricadeRequest.posting(text)
        let faults: [String?] = [
            request.fault { try $0.json(as: [String].self) },
            request.fault { try $0.json(as: JSONValue.self) },
        ]
        let fault = "body is not JSON (\(place))"
        #expect(faults == [fault, fault])
    }

    @Test func saysWhereTextEndsOrIsNotUTF8AndTakesNoMoreThan64MB() throws {
        func fault(_ bytes: Data) throws -> String? {
            try BarricadeRequest.posting(bytes).fault { try $0.json() }
        }
        let text = Data(#"{"a": [1.5e3, "x\u00e9\n", {"b": null}, true], "c": {}}"#.utf8)
        let faults = try text.indices.map { try fault(text.prefix($0)) }
        #expect(
            faults == text.indices.map { "body is not JSON (it ends too early, at offset \($0))" })
        let others = try [
            fault(Data("[\"é".utf8) + Data([0xE9]) + Data("\"]".utf8)),
            fault(Data(count: 65 << 20)),
        ]
        #expect(
            others == ["body is not JSON (offset 4)", "body has 65 MB, and JSON may have 64 MB"])
    }
}
