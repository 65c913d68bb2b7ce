import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct GeneratedRepliesTests {
    private static let repliesPerShape = 20

    /// 25 shapes with 20 replies each are 500 replies.
    @Test(arguments: UInt64(1)...25) func staysSilentAboutRepliesOfTheSameShape(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let shape = GeneratedShape(using: &random)
        let set = Self.set(shape.all(using: &random))
        for _ in 0..<Self.repliesPerShape {
            let reply = shape.value(using: &random)
            #expect(try set.drift(of: .json("\(reply)")) == [], "\(shape)")
        }
    }

    @Test(arguments: UInt64(1)...25) func noticesAKeyThatIsTakenAway(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shape = GeneratedShape.object([
            ("always", GeneratedShape(depth: 1, using: &random), false),
            ("also", GeneratedShape(depth: 1, using: &random), false),
        ])
        let set = Self.set(shape.all(using: &random))
        guard var members = shape.value(using: &random).object else { return }
        members["always"] = nil
        let drift = try set.drift(of: .json("\(JSONValue.object(members))"))
        #expect(drift.map { "\($0.kind) \($0.path ?? "")" } == ["missingKey $.always"])
    }

    private static func set(_ bodies: [JSONValue]) -> ResponseSet {
        ResponseSet(
            "Profile", on: .get("/profile"),
            responses: bodies.enumerated().map { CannedResponse("\($0)", json: $1) })
    }
}
