import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct JSONDifferenceTests {
    private func mismatch(_ matcher: RequestMatcher, _ body: String) throws -> String? {
        matcher.difference(to: try .posting(body))
    }

    @Test(
        arguments: [
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
        ] as [(JSONValue, String, String?)])
    func showsBothValues(_ wanted: JSONValue, _ body: String, _ text: String?) throws {
        #expect(try mismatch(.json(wanted), body) == text)
    }

    @Test(
        arguments: [
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
        ] as [(JSONValue, String, String?)])
    func exactlyMeansNoOtherMembers(
        _ wanted: JSONValue, _ body: String, _ text: String?
    ) throws {
        #expect(try mismatch(.json(exactly: wanted), body) == text)
        // What is exactly so holds at least that.
        if text == nil { #expect(try mismatch(.json(wanted), body) == nil) }
    }

    @Test func exactlyGoesWithAnyOrder() throws {
        let matcher = RequestMatcher.json(exactly: [["a": 1], ["b": 2]], arrays: .any)
        let bodies = [#"[{"b": 2}, {"a": 1}]"#, #"[{"b": 2}, {"a": 1, "c": 1}]"#]
        let mismatches = try bodies.map { try mismatch(matcher, $0) }
        #expect(mismatches == [nil, "wants the elements given at $, got others"])
        #expect("\(matcher)" == "JSON body is the value given")
        #expect(matcher != .json([["a": 1], ["b": 2]], arrays: .any))
    }

    @Test func longOnesAreShortened() throws {
        let long = String(repeating: "x", count: 5_000)
        let short = "\(String(repeating: "x", count: 139))…\(String(repeating: "x", count: 60))"
        let end = short.dropFirst(4)
        let mismatches = try [
            mismatch(.json(["a": .string(long)]), #"{"a": "\#(long)y"}"#),
            mismatch(.json(["b": [long: 1]]), #"{"b": {}}"#),
        ]
        let expected: [String] = [
            #"wants "\#(short)" at $.a, got "\#(short.dropLast())y""#,
            "wants the value given at $.b.\(end), got none",
        ]
        #expect(mismatches == expected)
    }
}
