import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct GeneratedRepliesTests {
    /// 25 shapes with 8 replies each are 200 replies.
    @Test(arguments: UInt64(1)...25) func onlyAKeyThatIsTakenAwayIsNoticed(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let same = GeneratedShape(using: &random)
        let all = Self.set(same.all(using: &random))
        for _ in 0..<8 {
            let reply = same.value(using: &random)
            #expect(try all.drift(of: .json("\(reply)")) == [], "\(same)")
        }
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
