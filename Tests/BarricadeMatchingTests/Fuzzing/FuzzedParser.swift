import Foundation
import Testing

/// Something that reads what others wrote: examples to start from, and what has to hold of any input.
struct FuzzedParser: Sendable {
    typealias Check = (_ input: [UInt8]) throws -> Void

    let name: String
    /// Valid inputs, from which others are made.
    let examples: [String]
    /// What means something to this parser, besides what troubles any.
    let tokens: [String]
    /// How many of all inputs it gets, compared with others; less for one that takes long.
    let share: Double
    /// Makes what reads an input and throws where something is wrong with what came of it.
    let makeCheck: @Sendable () throws -> Check

    init(
        _ name: String, examples: [String], tokens: [String] = [], share: Double = 1,
        makeCheck: @escaping @Sendable () throws -> Check
    ) {
        self.name = name
        self.examples = examples
        self.tokens = tokens
        self.share = share
        self.makeCheck = makeCheck
    }

    /// Makes a parser of text; what is not UTF-8 is replaced, as `String` does.
    init(
        _ name: String, examples: [String], tokens: [String] = [], share: Double = 1,
        text check: @escaping @Sendable (String) throws -> Void
    ) {
        self.init(name, examples: examples, tokens: tokens, share: share) {
            { try check(String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// Makes a parser of two texts, which the first line break parts.
    init(
        _ name: String, examples: [String], tokens: [String] = [], share: Double = 1,
        texts check: @escaping @Sendable (_ first: String, _ second: String) throws -> Void
    ) {
        self.init(name, examples: examples, tokens: tokens + ["\n"], share: share) {
            { input in
                let texts = input.split(
                    separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
                try check(
                    String(decoding: texts[0], as: UTF8.self),
                    String(decoding: texts.count > 1 ? texts[1] : [], as: UTF8.self))
            }
        }
    }

    static func named(_ name: String) throws -> FuzzedParser {
        try #require(all.first { $0.name == name }, "no parser of the name \(name)")
    }
}

extension FuzzedParser: CustomTestStringConvertible {
    var testDescription: String { name }
}

/// What is wrong with what came of an input.
struct Disagreement: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws unless a condition holds.
    static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        if !condition { throw Disagreement(description()) }
    }

    /// Throws unless two values are equal.
    static func unless<Value: Equatable>(
        _ found: Value, is expected: Value, _ what: @autoclosure () -> String
    ) throws {
        if found != expected { throw Disagreement("\(what()) is \(found), expected \(expected)") }
    }
}
