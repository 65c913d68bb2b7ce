import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct RequestMatcherBodyTests {
    private static let formType = "application/x-www-form-urlencoded"
    private static let partsType = "multipart/form-data; boundary=b"

    // MARK: Bytes

    @Test func comparesBytes() throws {
        for (matcher, body, text) in [
            (.body(Data("abc".utf8)), "abc", nil),
            (
                .body(Data("abc".utf8)), "abd",
                "wants a body of the 3 bytes given, got others from offset 2"
            ),
            (.body(Data("abc".utf8)), "ab", "wants a body of the 3 bytes given, got 2 bytes"),
            (.body(Data("abc".utf8)), "", "wants a body of the 3 bytes given, got 0 bytes"),
            (.body(Data()), "", nil),
        ] as [RequestMatcher.Case] {
            #expect(matcher.difference(to: try .posting(body)) == text, "\(body)")
        }
    }

    // MARK: JSON

    @Test(
        arguments: [
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
            (["a": [1, 2]], #"{"a": [2, 1]}"#, "wants 1 at $.a[0], got 2"),
            (["a": [["b": 1]]], #"{"a": [{"b": 2}]}"#, "wants 1 at $.a[0].b, got 2"),
            (["a": [1]], #"{"a": [1, 2]}"#, "wants 1 element at $.a, got 2"),
            ([1, 2], "[1]", "wants 2 elements at $, got 1"),
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
        ] as [(JSONValue, String, String?)])
    func comparesJSON(_ expected: JSONValue, _ body: String, _ difference: String?) throws {
        let matcher = RequestMatcher.json(expected)
        #expect(matcher.difference(to: try .posting(body)) == difference)
    }

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

    @Test(
        arguments: [
            ([1, 2, 3], "[3, 1, 2]", nil),
            ([1e23, 2], "[2, 100000000000000000000000]", nil), ([1, 1, 2], "[1, 2, 1]", nil),
            ([], "[]", nil),
            ([1, 1, 2], "[1, 2, 2]", "wants the elements given at $, got others"),
            ([1, 2], "[1, 2, 3]", "wants 2 elements at $, got 3"),
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
        ] as [(JSONValue, String, String?)])
    func comparesArraysInAnyOrder(
        _ expected: JSONValue, _ body: String, _ difference: String?
    ) throws {
        let matcher = RequestMatcher.json(expected, arrays: .any)
        #expect(matcher.difference(to: try .posting(body)) == difference)
    }

    /// Every expectation of up to three members against every list of objects that could meet it.
    @Test func findsPartnersWheneverThereAre() throws {
        let objects: [[String: JSONValue]] = (0..<8).map { bits in
            Dictionary(
                uniqueKeysWithValues: (0..<3).filter { bits >> $0 & 1 == 1 }.map { ("k\($0)", 1) })
        }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        var wrong: [Int] = []
        for code in stride(from: 0, to: 1 << 18, by: 101) {
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

    @Test func pairsLongArraysQuickly() throws {
        let numbers = (0..<20_000).map { JSONValue.integer($0) }
        let same = [JSONValue](repeating: ["a": 1], count: 150)
        for (wanted, found, text) in [
            (numbers, numbers.reversed(), nil), (same, same, nil),
            (same.dropLast() + [["a": 2]], same, "wants the elements given at $, got others"),
        ] as [([JSONValue], [JSONValue], String?)] {
            let body = try JSONEncoder().encode(JSONValue.array(found))
            let matcher = RequestMatcher.json(.array(wanted), arrays: .any)
            let request = try BarricadeRequest.posting(body)
            try FuzzingWatch.hurry(within: 30) {
                #expect(matcher.difference(to: request) == text)
            }
        }
    }

    @Test func saysWhyABodyCannotBeCompared() throws {
        var request = try URLRequest.posting(Data?.none)
        request.httpBodyStream = InputStream(data: Data("{}".utf8))
        let streamed = try #require(BarricadeRequest(request))
        let none = try BarricadeRequest.posting(Data?.none)
        let cut = try BarricadeRequest.posting("--b\r\nA: b", as: Self.partsType)
        let json = try BarricadeRequest.posting("{}", as: "application/json")
        let stream =
            "a body that is not readable here: its stream is read when the request is loaded"
        let noForm = "a body that is application/json, not a form"
        for (matcher, request, text) in [
            (.body(Data()), none, "wants a body of the 0 bytes given, got no body"),
            (.json(["a": 1]), none, "wants JSON, got no body"),
            (.form("a", "1"), none, #"wants form field a "1", got no body"#),
            (.form(exactly: [:]), none, "wants a form, got no body"),
            (.multipart("a"), none, "wants part a, got no body"),
            (.multipart("a", "1"), none, #"wants part a "1", got no body"#),
            (.graphQL("GetCart"), none, "wants GraphQL operation GetCart, got no body"),
            (
                .json(["a": 1]), try .posting("{\"a\": 1"),
                "wants JSON, got a body that is not JSON (it ends too early, at offset 7)"
            ),
            (
                .json(["a": 1]), try .posting("<html/>"),
                "wants JSON, got a body that is not JSON (offset 0)"
            ),
            (
                .multipart("a"), cut,
                """
                wants part a, got a body that cannot be read: multipart body ends within part 1 \
                (offset 9)
                """
            ),
            (.json([:]), streamed, "wants JSON, got \(stream)"),
            (.body(Data()), streamed, "wants a body of the 0 bytes given, got \(stream)"),
            (.graphQL("A"), streamed, "wants GraphQL operation A, got \(stream)"),
            (.form("a", "1"), json, #"wants form field a "1", got \#(noForm)"#),
            (.form("a", .absent), json, "wants no form field a, got \(noForm)"),
            (.form(exactly: ["a": "1"]), json, "wants a form, got \(noForm)"),
            (
                .multipart("a"), json,
                "wants part a, got a body that is application/json, not multipart"
            ),
        ] as [(RequestMatcher, BarricadeRequest, String)] {
            #expect(matcher.difference(to: request) == text)
        }
    }

    // MARK: Forms

    @Test(
        arguments: [
            (.form("a", "1"), "b=2&a=1", nil), (.form("a", "1"), "a=0&a=1", nil),
            (.form("a"), "a", nil), (.form("a", ""), "a=", nil),
            (.form("a b", "c&d"), "a+b=c%26d", nil), (.form("a", .prefix("x")), "a=xy", nil),
            (.form("a", .containing("y")), "a=xyz", nil), (.form("a", .absent), "b=1", nil),
            (.form("a", "1"), "a=2", #"wants form field a "1", got "2""#),
            (.form("a", "1"), "A=1", #"wants form field a "1", got none"#),
            (.form("a"), "b=1", "wants form field a, got none"),
            (.form("a", .absent), "a=1", #"wants no form field a, got "1""#),
            (.form("a", ""), "a", #"wants form field a "", got no value"#),
            (.form("a", .noValue), "b=1&a", nil),
            (.form("a", .noValue), "a=", #"wants form field a without a value, got """#),
            (.form("a", .absent), "a", "wants no form field a, got no value"),
        ] as [RequestMatcher.Case])
    func comparesFormFields(_ example: RequestMatcher.Case) throws {
        let request = try BarricadeRequest.posting(example.request, as: Self.formType)
        #expect(example.matcher.difference(to: request) == example.difference)
    }

    // MARK: Multipart

    @Test(
        arguments: [
            (.multipart("photo"), nil), (.multipart("photo", fileName: "a.png"), nil),
            (.multipart("photo", contentType: "Image/PNG"), nil),
            (.multipart("photo", data: Data("png".utf8)), nil),
            (
                .multipart(
                    "photo", fileName: "a.png", contentType: "image/png", data: Data("png".utf8)),
                nil
            ),
            (.multipart("note", contentType: "text/plain", data: Data("hi".utf8)), nil),
            (.multipart("video"), "wants part video, got none"),
            (
                .multipart("photo", fileName: "b.png"),
                #"wants part photo with file name "b.png", got one with file name "a.png""#
            ),
            (
                .multipart("photo", contentType: "image/gif"),
                "wants part photo of type image/gif, got one of type image/png"
            ),
            (
                .multipart("photo", fileName: "a.png", data: Data("x".utf8)),
                #"wants part photo with file name "a.png" of the 1 byte given, got one of 3 bytes"#
            ),
            // All that is asked for has to be of the same part.
            (
                .multipart("photo", fileName: "a.png", data: Data("gif".utf8)),
                #"wants part photo with file name "a.png" of the 3 bytes given, got one of other bytes"#
            ),
            (.multipart("photo", fileName: "c.gif", data: Data("gif".utf8)), nil),
        ] as [(RequestMatcher, String?)])
    func comparesParts(_ matcher: RequestMatcher, _ text: String?) throws {
        let body = [
            "--b", "Content-Disposition: form-data; name=note", "", "hi", "--b",
            "Content-Disposition: form-data; name=photo; filename=a.png",
            "Content-Type: image/png; q=1", "", "png", "--b",
            "Content-Disposition: form-data; name=photo; filename=c.gif",
            "Content-Type: image/gif+x", "", "gif", "--b--",
        ].joined(separator: "\r\n")
        #expect(matcher.difference(to: try .posting(body, as: Self.partsType)) == text)
    }

    // MARK: Together

    @Test func joinsWithOtherMatchers() throws {
        let json = RequestMatcher.json(["a": 1])
        for (matcher, body, text) in [
            (.post("/upload") && json, #"{"a": 1}"#, nil),
            (
                .post("/other") && json, #"{"a": 2}"#,
                "wants path /other, got /upload; wants 1 at $.a, got 2"
            ),
            (json || .get("/upload"), #"{"a": 1}"#, nil),
            (.json(["a": 3]) || .json(["a": 2]), #"{"a": 2}"#, nil), (!json, #"{"a": 2}"#, nil),
            (!json, #"{"a": 1}"#, "wants anything but JSON body holds the values given, got that"),
            (!json, "no JSON", nil), (!(json || .form("a")) && .post("/upload"), "{}", nil),
        ] as [RequestMatcher.Case] {
            #expect(matcher.difference(to: try .posting(body)) == text, "\(matcher)")
        }
    }

    // MARK: In a load

    @Test func theErrorSaysWhereABodyIsBroken() async throws {
        let line: UInt = #line + 2
        let barricade = Barricade(
            ResponseSet("Login", on: .post("/login") && .json(["user": "ada"])) {
                CannedResponse("Success", json: [:])
            },
            ResponseSet("Photo", on: .post("/photo") && .multipart("photo")) {
                CannedResponse("Success", json: [:])
            })
        let request = try URLRequest.posting(
            "{\"user\": \"ada\", }}", to: "\(api)/login", as: "application/json")
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(request)
        }
        #expect(
            error.flatMap { BarricadeError($0)?.message }
                == """
                No response set matches POST https://api.example.com/login.

                Nearest:
                  "Login" (RequestMatcherBodyTests.swift:\(line))   \
                wants JSON, got a body that is not JSON (offset 16)
                  "Photo" (RequestMatcherBodyTests.swift:\(line + 3))   \
                wants path /photo, got /login; wants part photo, got a body that is \
                application/json, not multipart

                To fix:
                  add, after the sets above: ResponseSet("POST /login", on: \
                .post("https://api.example.com/login")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
    }
}
