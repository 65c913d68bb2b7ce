import Barricade
import Testing

@testable import TestSupport

/// JSON, compared with how Foundation reads and writes it.
extension FuzzedParser {
    private static let documents = [
        "null", " true ", "-0", "1.5e3", "\"a\\u00e9\\n\"", "[]", "{}",
        "[1,[2,{\"a\":null}],false]",
        "{\"user\":{\"id\":7,\"tags\":[\"a\",\"b\"]},\"n\":1.0}", "\"\\uD83D\\uDE00\"",
        "[[[[[]]]]]",
        "{\"a\":1,\"a\":2}", "9223372036854775808", "\r\n\t[ 1 , 2 ]\n", "{\"é\":\"日\"}", "1E-400",
        "[18446744073709551615,1.8446744073709551615e19,1e23]",
    ]
    private static let tokens = [
        "[", "]", "{", "}", ",", ":", "\"", "\\u", "\\uD83D", "\\uDE00", "\\\"", "true", "null",
        "1.0", "1e5", "-", "\"a\":", "[[[[", "]]]]", "{\"a\":", "}}",
    ]

    static let json = FuzzedParser("JSON", examples: documents, tokens: tokens) {
        { input in
            let request = try BarricadeRequest.posting(Data(input))
            let found = Result { try request.json(as: JSONValue.self) }
            // Fields that are asked for by type are read by Foundation, with faults of our own.
            _ = try? request.json(as: [String: [Int?]].self)
            // Foundation guesses UTF-16 and UTF-32 from bytes of zero.
            guard !input.contains(0), !input.starts(with: [0xFE]), !input.starts(with: [0xFF])
            else {
                return
            }
            let expected = Result { try JSONDecoder().decode(JSONValue.self, from: Data(input)) }
            switch (found, expected) {
            case (.success(let found), .success(let expected)):
                try Disagreement.unless(found.plain, is: expected.plain, "the value")
            case (.success(let found), .failure):
                // Lone surrogates and numbers too large are read, if only as what is nearest.
                let text = String(decoding: input, as: UTF8.self).lowercased()
                try Disagreement.unless(
                    found.isOutOfRange || text.contains("\\ud"), "Foundation does not read it")
            case (.failure(let fault), .success):
                // Foundation's decoder passes over numbers that nobody asks for, and over a comma at
                // an end, as its other reader does; RFC 8259 does not.
                let text = String(decoding: input, as: UTF8.self)
                let isRead = try? JSONSerialization.jsonObject(
                    with: Data(input), options: .fragmentsAllowed)
                try Disagreement.unless(
                    isRead == nil || text.contains(/,\s*[\]}]/), "Foundation reads it: \(fault)")
            case (.failure(let fault), .failure):
                let code = (fault as? BarricadeError)?.code
                try Disagreement.unless(code, is: .unreadableBody, "the fault")
            }
        }
    }

    /// What was read and written is read as the same.
    static let jsonValue = FuzzedParser("JSON value", examples: documents, tokens: tokens) {
        let encoders = [JSONEncoder.OutputFormatting(), .prettyPrinted, .sortedKeys].map { format in
            let encoder = JSONEncoder()
            encoder.outputFormatting = format
            return encoder
        }
        return { input in
            guard let value = try? BarricadeRequest.posting(Data(input)).json(as: JSONValue.self),
                !value.isOutOfRange
            else { return }
            for encoder in encoders {
                let request = try BarricadeRequest.posting(encoder.encode(value))
                try Disagreement.unless(
                    try request.json(as: JSONValue.self).plain, is: value.plain, "the value written"
                )
                for order in [RequestMatcher.ArrayOrder.asWritten, .any] {
                    try Disagreement.unless(
                        RequestMatcher.json(value, arrays: order).matches(request), "no match")
                }
            }
        }
    }

    static let jsonSubset = FuzzedParser(
        "JSON subset",
        examples: [
            "{\"a\":1}\n{\"a\":1,\"b\":2}", "[1,2]\n[2,1]",
            "[{\"a\":1},{\"a\":2}]\n[{\"a\":2},{\"a\":1}]",
            "{\"a\":[{},{\"b\":null}]}\n{\"a\":[{\"b\":null},{\"c\":1}]}", "1\n1.0", "null\n{}",
            "[[1],[2,3],{}]\n[{\"x\":0},[1],[3,2]]", "\"é\"\n\"\\u00e9\"",
        ], tokens: tokens
    ) { wanted, found in
        let request = try BarricadeRequest.posting(found)
        guard let found = try? request.json(as: JSONValue.self),
            let wanted = try? BarricadeRequest.posting(wanted).json(as: JSONValue.self)
        else { return }
        for order in [RequestMatcher.ArrayOrder.asWritten, .any] {
            guard order == .asWritten || found.longestArray < 7 else { continue }
            let matcher = RequestMatcher.json(wanted, arrays: order)
            try Disagreement.unless(
                matcher.matches(request), is: found.holds(wanted, order), "a match, \(order)")
            try Disagreement.unless(
                matcher.mismatches(with: request).isEmpty, is: matcher.matches(request),
                "its reason")
        }
    }
}

extension JSONValue {
    /// Whether it holds a number that JSON cannot be written with, or not with all its digits.
    fileprivate var isOutOfRange: Bool {
        switch self {
        case .number(let number): !number.isFinite
        case .array(let values): values.values.contains(where: \.isOutOfRange)
        case .object(let members): members.values.values.contains(where: \.isOutOfRange)
        default: false
        }
    }

    /// The value with all numbers as they are in most languages: Foundation does not tell 1.0 from 1.
    fileprivate var plain: JSONValue {
        switch self {
        case .integer(let integer): .number(Double(integer))
        case .largeInteger(let integer): .number(Double(integer.digits) ?? .nan)
        case .array(let values): .array(values.values.map(\.plain))
        case .object(let members): .object(members.values.mapValues(\.plain))
        default: self
        }
    }

    fileprivate var longestArray: Int {
        switch self {
        case .array(let values): values.values.map(\.longestArray).reduce(values.values.count, max)
        case .object(let members): members.values.values.map(\.longestArray).max() ?? 0
        default: 0
        }
    }

    /// Whether this holds the values wanted, tried in the plainest way, every order one by one.
    fileprivate func holds(_ wanted: JSONValue, _ order: RequestMatcher.ArrayOrder) -> Bool {
        switch (self, wanted) {
        case (.object(let found), .object(let wanted)):
            return wanted.values.allSatisfy { key, value in
                found.values[key]?.holds(value, order) ?? false
            }
        case (.array(let found), .array(let wanted)):
            let (found, wanted) = (found.values, wanted.values)
            guard found.count == wanted.count else { return false }
            if order == .asWritten { return zip(found, wanted).allSatisfy { $0.holds($1, order) } }
            guard let first = wanted.first else { return true }
            return found.indices.contains { index in
                var rest = found
                return rest.remove(at: index).holds(first, order)
                    && JSONValue.array(rest).holds(.array(Array(wanted.dropFirst())), order)
            }
        case (.integer(let integer), .number(let number)),
            (.number(let number), .integer(let integer)):
            return Int(exactly: number) == integer
        case (.largeInteger(let integer), .number(let number)),
            (.number(let number), .largeInteger(let integer)):
            return [String(format: "%.0f", number), "\(number)"].contains { text in
                (try? BarricadeRequest.posting(text).json()) == JSONValue.largeInteger(integer)
            }
        default:
            return self == wanted
        }
    }
}
