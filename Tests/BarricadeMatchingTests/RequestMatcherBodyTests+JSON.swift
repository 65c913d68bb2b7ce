import Barricade
import Testing

@testable import TestSupport

/// JSON values, bodies, and the differences.
extension RequestMatcherBodyTests {
    typealias Difference = (expected: JSONValue, body: String, difference: String?)

    static let json: [RequestMatcher.Case] = {
        var cases: [RequestMatcher.Case] = (held + shown).map { (.json($0), $1, $2) }
        cases += inAnyOrder.map { (.json($0, arrays: .any), $1, $2) }
        cases += exact.map { (.json(exactly: $0), $1, $2) }
        // What is exactly so holds at least that.
        cases += exact.filter { $0.difference == nil }.map { (.json($0.expected), $0.body, nil) }
        return cases + together + long
    }()

    private static let held: [Difference] = [
        // Objects hold at least what is expected.
        (["a": 1], #"{"b": 2, "a": 1}"#, nil),
        ([:], #"{"b": 2}"#, nil),
        (["a": ["b": [:]]], #"{"a": {"b": {"c": 1}}}"#, nil),
        (["a": 1], #"{"a": 2}"#, "wants 1 at $.a, got 2"),
        (["a": ["b": 1]], #"{"a": {"b": "1"}}"#, #"wants 1 at $.a.b, got "1""#),
        (["a": ["b": 1]], #"{"a": {}}"#, "wants 1 at $.a.b, got none"),
        (["a": 1], #"[1]"#, "wants an object at $, got an array"),
        // What is missing is not null.
        (["a": nil], #"{"a": null}"#, nil),
        (["a": nil], #"{}"#, "wants null at $.a, got none"),
        (["a": nil], #"{"a": 0}"#, "wants null at $.a, got 0"),
        (["a": 0], #"{"a": null}"#, "wants 0 at $.a, got null"),
        // Arrays have as many elements, in this order.
        (["a": [1, ["b": 2]]], #"{"a": [1, {"b": 2, "c": 3}]}"#, nil),
        (
            ["a": [1, 2]], #"{"a": [2, 1]}"#,
            "wants 1 at $.a[0], got 2 (in any order, they match: arrays: .any)"
        ),
        (["a": [1, 2], "b": 3], #"{"a": [2, 1], "b": 4}"#, "wants 1 at $.a[0], got 2"),
        (["a": [["b": 1]]], #"{"a": [{"b": 2}]}"#, "wants 1 at $.a[0].b, got 2"),
        (["a": [1]], #"{"a": [1, 2]}"#, "wants 1 element at $.a, got 2, the first as wanted"),
        (["a": [1]], #"{"a": [2, 1]}"#, "wants 1 element at $.a, got 2"),
        ([1, 2, 3], "[1, 2]", "wants 3 elements at $, got 2, the first 2 as wanted"),
        ([["a": 1]], #"[{"a": 2}]"#, "wants 1 at $[0].a, got 2"),
        ([], "[]", nil),
        // Numbers are numbers, and nothing else is.
        (1, "1.0", nil), (1.0, "1", nil), (0.1, "0.10", nil), (0, "-0.0", nil),
        (1, "true", "wants a number at $, got a Boolean"),
        (true, "1", "wants a Boolean at $, got a number"),
        (true, "true", nil), (false, "null", "wants a Boolean at $, got null"),
        (1, "\"1\"", "wants a number at $, got a string"),
        ("x", "\"y\"", "wants the value given at $, got another value"),
        ("a", "\"\\u0061\"", nil), (nil, "null", nil),
        ("é", "\"e\\u0301\"", nil),
        (JSONValue(UInt64.max), "18446744073709551615", nil),
        (
            .integer(.max), "9223372036854775808",
            "wants the value given at $, got another value"
        ),
        (
            9_007_199_254_740_992.0, "9007199254740993",
            "wants the value given at $, got another value"
        ),
        (
            18_446_744_073_709_551_615.0, "18446744073709551615",
            "wants the value given at $, got another value"
        ),
        (18_446_744_073_709_551_616.0, "18446744073709551616", nil),
        (1e20, "100000000000000000000", nil), (1e23, "100000000000000000000000", nil),
        (-1e23, "-100000000000000000000000.0", nil),
        (1e23, "100000000000000000000001", "wants the value given at $, got another value"),
        (0, "100000000000000000000000", "wants the value given at $, got another value"),
    ]

    private static let shown: [Difference] = [
        (
            ["user": ["role": "admin"]], #"{"user": {"role": "guest"}}"#,
            #"wants "admin" at $.user.role, got "guest""#
        ),
        (
            ["user": ["role": "admin"]], #"{"user": "ada"}"#,
            #"wants an object at $.user, got "ada""#
        ),
        (["n": 1.5], #"{"n": [1]}"#, "wants 1.5 at $.n, got an array of 1 element"),
        (["n": true], #"{"n": {}}"#, "wants true at $.n, got an object"),
        (
            ["n": [1]], #"{"n": 18446744073709551615}"#,
            "wants an array of 1 element at $.n, got 18446744073709551615"
        ),
        (
            ["a b": ["c-d": [["1": 1]]]], #"{"a b": {"c-d": [{"1": 2}]}}"#,
            #"wants 1 at $["a b"]["c-d"][0]["1"], got 2"#
        ),
        (["é_1": 1], #"{"é_1": 2}"#, "wants 1 at $.é_1, got 2"),
        // Nothing is shown of what has a secret-looking name, nor of a body as a whole.
        (
            ["password": "a"], #"{"password": "hunter2"}"#,
            "wants the value given at $.password, got another value"
        ),
        (["password": "a"], #"{"password": 7}"#, "wants a string at $.password, got a number"),
        (["password": "a"], "{}", "wants the value given at $.password, got none"),
        (
            ["tokens": ["a"]], #"{"tokens": ["hunter2"]}"#,
            "wants the value given at $.tokens[0], got another value"
        ),
        (
            ["credentials": ["user": "a"]], #"{"credentials": {"user": "ada"}}"#,
            "wants the value given at $.credentials.user, got another value"
        ),
        ("a", "\"hunter2\"", "wants the value given at $, got another value"),
        (
            ["next": "/a?token=1"], #"{"next": "/b?token=hunter2"}"#,
            #"wants "/a?token=•••" at $.next, got "/b?token=•••""#
        ),
        (["a": "x\ny"], #"{"a": "\"\t"}"#, #"wants "x\ny" at $.a, got "\"\t""#),
    ]

    private static let inAnyOrder: [Difference] = [
        ([1, 2, 3], "[3, 1, 2]", nil),
        ([1e23, 2], "[2, 100000000000000000000000]", nil), ([1, 1, 2], "[1, 2, 1]", nil),
        ([], "[]", nil),
        ([1, 1, 2], "[1, 2, 2]", "wants the elements given at $, got others"),
        ([1, 2], "[1, 2, 3]", "wants 2 elements at $, got 3"),
        (["a": [1, 2]], #"{"a": [1, 3]}"#, "wants 2 among the elements at $.a, got others"),
        (["token": [1]], #"{"token": [3]}"#, "wants the elements given at $.token, got others"),
        ([1.0, "1", true, nil], #"[null, true, "1", 1]"#, nil),
        ([1, true], "[1, 1]", "wants the elements given at $, got others"),
        ([[1, 2], [3]], "[[3], [2, 1]]", nil),
        (["a": [["b": [1, 2]], ["c": 3]]], #"{"a": [{"c": 3}, {"b": [2, 1]}]}"#, nil),
        (
            ["a": [["b": 1]]], #"{"a": [{"b": 2}]}"#,
            "wants the elements given at $.a, got others"
        ),
        // The first value takes what only a later one can have, and has to give it back.
        ([[:], ["a": 1]], #"[{"a": 1}, {"b": 2}]"#, nil),
        (
            [["a": 1], ["b": 1], ["c": 1]],
            #"[{"a": 1, "b": 1}, {"b": 1, "c": 1}, {"a": 1, "c": 1}]"#, nil
        ),
        (
            [[:], [:], ["a": 1], ["a": 1, "b": 1]],
            #"[{"a": 1, "b": 1}, {"a": 1}, {"c": 1}, {"d": 1}]"#, nil
        ),
        (
            [["a": 1], ["a": 1], [:]], #"[{"a": 1}, {"b": 1}, {"c": 1}]"#,
            "wants the elements given at $, got others"
        ),
    ]

    /// Exactly means no other members.
    private static let exact: [Difference] = [
        (["a": 1], #"{"a": 1}"#, nil), (["a": 1], #"{"a": 1.0}"#, nil), ([:], "{}", nil),
        (["a": [["b": nil]]], #"{"a": [{"b": null}]}"#, nil),
        (["a": 1], #"{"a": 1, "b": 2}"#, "wants nothing at $.b, got 2"),
        (["a": 1], #"{"d": 1, "a": 1, "c": 2}"#, "wants nothing at $.c, got 2"),
        (
            ["a": ["b": 1]], #"{"a": {"b": 1, "c": []}}"#,
            "wants nothing at $.a.c, got an array of 0 elements"
        ),
        ([["a": 1]], #"[{"a": 1, "b": null}]"#, "wants nothing at $[0].b, got null"),
        ([:], #"{"password": "hunter2"}"#, "wants nothing at $.password, got a value"),
        (["a": 1], "{}", "wants 1 at $.a, got none"),
        (["a": 1], #"{"b": 1}"#, "wants 1 at $.a, got none"),
    ]

    private static let together: [RequestMatcher.Case] = {
        let matcher = RequestMatcher.json(exactly: [["a": 1], ["b": 2]], arrays: .any)
        return [
            (matcher, #"[{"b": 2}, {"a": 1}]"#, nil),
            (
                matcher, #"[{"b": 2}, {"a": 1, "c": 1}]"#,
                "wants the elements given at $, got others"
            ),
        ]
    }()

    /// What is long is shortened.
    private static let long: [RequestMatcher.Case] = {
        let long = String(repeating: "x", count: 5_000)
        let short = "\(String(repeating: "x", count: 139))…\(String(repeating: "x", count: 60))"
        return [
            (
                .json(["a": .string(long)]), #"{"a": "\#(long)y"}"#,
                #"wants "…\#(long.suffix(20))" at $.a, got "…\#(long.suffix(20))y""#
            ),
            (
                .json(["a": .string("a\(long)")]), #"{"a": "b\#(long)"}"#,
                #"wants "a\#(short.dropFirst())" at $.a, got "b\#(short.dropFirst())""#
            ),
            (
                .json(["b": [long: 1]]), #"{"b": {}}"#,
                "wants the value given at $.b.\(short.dropFirst(4)), got none"
            ),
        ]
    }()

    @Test func wholeNumbersCompareExactly() throws {
        let (long, short) = (String(repeating: "0", count: 60), String(repeating: "0", count: 36))
        let same: KeyValuePairs = [
            "18446744073709551615": "18446744073709551615",
            "18446744073709551615": "18446744073709551615.0",
            "-18446744073709551615": "-18446744073709551615",
            "18446744073709551615": "1844674407370955161.5e1",
            "9223372036854775807": "9.223372036854775807E+18",
            "100": "1e2", "100": "1.00e2", "100": "10000e-2", "0": "0e9", "0": "-0",
            "1e23": "100000000000000000000000", "1\(long)": "1e60", "1e400": "1e400",
            "1e999999999999999999999": "1e999999999999999999999",
            // With more than 38 digits they compare as they do in most languages.
            "1\(long)1": "1\(long)2",
        ]
        let different: KeyValuePairs = [
            "18446744073709551615": "18446744073709551614",
            "-18446744073709551615": "18446744073709551615",
            "18446744073709551615": "1.8446744073709551614e19",
            "9223372036854775807": "9223372036854775808",
            "-9223372036854775808": "-9223372036854775809",
            "9223372036854775807": "9.223372036854775806E+18",
            "1\(short)1": "1\(short)2",
        ]
        for (pairs, isSame) in [(same, true), (different, false)] {
            for (expected, found) in pairs {
                let wanted = try BarricadeRequest.posting("[\(expected), 0]").json()
                let isMatch = try [
                    RequestMatcher.json(wanted).matches(.posting("[\(found), 0]")),
                    RequestMatcher.json(wanted, arrays: .any).matches(.posting("[0, \(found)]")),
                ]
                #expect(isMatch == [isSame, isSame], "\(expected) and \(found)")
            }
        }
    }

    /// Every expectation of up to three members against every list of objects that could meet it.
    @Test func findsPartnersWheneverThereAre() throws {
        let objects: [[String: JSONValue]] = (0..<8).map { bits in
            Dictionary(
                uniqueKeysWithValues: (0..<3).filter { bits >> $0 & 1 == 1 }.map { ("k\($0)", 1) })
        }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        var wrong: [Int] = []
        for code in stride(from: 0, to: 1 << 18, by: 211) {
            let picked = (0..<6).map { objects[code >> ($0 * 3) & 7] }
            let (wanted, found) = (picked[..<3], Array(picked[3...]))
            let isPossible = orders.contains { order in
                zip(wanted, order).allSatisfy { value, place in
                    value.keys.allSatisfy { found[place][$0] != nil }
                }
            }
            let body = try JSONEncoder().encode(JSONValue.array(found.map { .object($0) }))
            let matcher = RequestMatcher.json(.array(wanted.map { .object($0) }), arrays: .any)
            if try matcher.matches(.posting(body)) != isPossible { wrong.append(code) }
        }
        #expect(wrong == [])
    }

    /// Elements that could each be of any other's place are not tried in all orders.
    @Test func pairsLongArraysQuickly() throws {
        let same = [JSONValue](repeating: ["a": 1], count: 50)
        for (wanted, text) in [
            (same, nil),
            (same.dropLast() + [["a": 2]], "wants the elements given at $, got others"),
        ] as [([JSONValue], String?)] {
            let matcher = RequestMatcher.json(.array(wanted), arrays: .any)
            let request = try BarricadeRequest.posting("\(JSONValue.array(same))")
            try FuzzingWatch.hurry(within: 30) {
                #expect(matcher.difference(to: request) == text)
            }
        }
    }

    @Test func tellsOfALongArrayInAnotherOrderQuickly() throws {
        let wanted = (0..<3_000).map { ["id": .integer($0)] as JSONValue }
        let request = try BarricadeRequest.posting("\(JSONValue.array(wanted.reversed()))")
        try FuzzingWatch.hurry(within: 10) {
            let difference = RequestMatcher.json(.array(wanted)).difference(to: request)
            #expect(difference == "wants 0 at $[0].id, got 2999")
        }
    }
}
