import Barricade
import Testing

@testable import TestSupport

/// JSON of more levels than recursion survives on a thread with half the stack that Apple platforms
/// give to threads by default, where loads start.
@Suite(.timeLimit(.minutes(10))) struct JSONValueDepthTests {
    private static func nested(_ levels: Int) -> JSONValue {
        (0..<levels).reduce(7) { value, level in level.isMultiple(of: 2) ? [value] : ["a": value] }
    }

    private static func text(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    private func onSmallStack<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try body() }) }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }

    @Test func readsNoMoreThan512Levels() async throws {
        try await onSmallStack {
            #expect(try BarricadeRequest.posting(Self.text(512)).json().array?.count == 1)
            for levels in [513, 20_000] {
                let request = try BarricadeRequest.posting(Self.text(levels))
                let faults = [
                    request.fault { try $0.json() }, request.fault { try $0.json(as: [Int].self) },
                ]
                let fault = "body is not JSON (more than 512 levels deep, offset 512)"
                #expect(faults == [fault, fault])
                #expect(throws: (any Error).self) {
                    try JSONDecoder().decode(JSONValue.self, from: Data(Self.text(levels).utf8))
                }
            }
        }
    }

    @Test func comparesAndFreesNoMoreThan512Levels() async throws {
        try await onSmallStack {
            let (deepest, tooDeep) = (Self.nested(512), Self.nested(20_000))
            let like = Self.nested(512)
            #expect(deepest == like)
            #expect(deepest.hashValue == like.hashValue)
            #expect(tooDeep == Self.nested(514))
            #expect(tooDeep != deepest)
            let request = try BarricadeRequest.posting("\(deepest)")
            for order in [RequestMatcher.ArrayOrder.asWritten, .any] {
                #expect(RequestMatcher.json(deepest, arrays: order).matches(request), "\(order)")
                #expect(!RequestMatcher.json(tooDeep, arrays: order).matches(request), "\(order)")
            }
            // Where they differ, the value that is found is not written whole.
            let matcher = RequestMatcher.json(["a": [["a": [["a": nil]]]]])
            #expect(
                matcher.difference(to: request)
                    == "wants null at $.a[0].a[0].a, got an array of 1 element")
            var value = tooDeep
            value["a"] = 1
            #expect(value == tooDeep)
            #expect(value.array == nil)
            #expect(value.object == nil)
            value = Self.nested(512)
            value = nil
            #expect(value.isNull)
        }
    }

    @Test func valuesOfTheSameShapeHaveManyHashes() {
        let values = (0..<100).flatMap { number -> [JSONValue] in
            [
                ["id": .integer(number), "tags": []], [.integer(number), "a"],
                ["\(number)": [true]],
            ]
        }
        // Any number of hashes may be equal by chance, but not most of 300.
        #expect(Set(values.map(\.hashValue)).count > 290)
    }

    @Test func writesAndWantsNoMoreThan512Levels() async throws {
        let message = "A JSON value has at most 512 levels."
        try await onSmallStack {
            #expect("\(Self.nested(512))".utf8.count > 512)
            #expect("\(Self.nested(20_000))" == "a value that JSON cannot hold")
            let error = #expect(throws: EncodingError.self) {
                try JSONEncoder().encode(Self.nested(20_000))
            }
            #expect(error.map { "\($0)" }?.contains(message) == true)
        }
        let barricade = Barricade(
            ResponseSet("Set", on: .json(Self.nested(20_000)), line: 7) {
                CannedResponse("R", json: Self.nested(20_000))
            })
        #expect(
            barricade.validate().map(\.message) == [
                """
                Response set "Set" (JSONValueDepthTests.swift:7) never matches: \
                .json is given a value of more than 512 levels, which no body has.
                """,
                """
                Response "R" of set "Set" (JSONValueDepthTests.swift:7) cannot be sent: \
                its JSON cannot be written: \(message)
                """,
            ])
    }
}
