import Barricade

@testable import TestSupport

/// A load on a clock that steps, with the time that it takes there.
struct SteppedLoad: Sendable {
    enum Kind: CaseIterable {
        case plain, delayed, pieces, events, redirected, network
        case handled, stream
        case held, never, late
    }

    let number: Int
    let kind: Kind
    let sets: [ResponseSet]
    /// The time that it takes, or waits before it times out.
    let duration: Duration
    /// The text that it gets; `nil` if it times out.
    let text: String?

    /// The longest wait of a load that does not end by itself.
    static let timeout = Duration.seconds(60)
    /// The conditions of loads of the kind `network`.
    static let conditions = NetworkConditions(latency: .milliseconds(700))

    var url: String { "\(api)/\(number)" }
    /// The name of the set that it comes to.
    var set: String { "Load \(number)" }
    /// The name of the set that ends it.
    var lastSet: String { kind == .redirected ? "Target \(number)" : set }
    /// Whether the time depends on the clock alone, since no code of somebody else takes part.
    var isExact: Bool { kind != .handled && kind != .stream }

    init(_ number: Int, using random: inout SeededGenerator) {
        let kind = Kind.allCases.randomElement(using: &random) ?? .plain
        let pause = Duration.milliseconds(Int.random(in: 1...20_000, using: &random))
        let count = Int.random(in: 2...8, using: &random)
        let pieces = (0..<count).map { "\(number).\($0);" }
        let path = "/\(number)"
        var text: String? = "\(number)"
        var duration = pause
        var target: ResponseSet?
        let response: CannedResponse
        switch kind {
        case .plain:
            (response, duration) = (CannedResponse("OK", text: "\(number)"), .zero)
        case .delayed, .held:
            response = CannedResponse("OK", text: "\(number)", delay: .fixed(pause))
        case .network:
            response = CannedResponse("OK", text: "\(number)", delay: .fixed(pause))
            duration += Self.conditions.upload.latency + Self.conditions.download.latency
        case .pieces:
            response = CannedResponse("OK", body: .chunks(pieces, every: pause))
            (text, duration) = (pieces.joined(), pause * (count - 1))
        case .events:
            response = CannedResponse(
                "OK", body: .events(pieces.map { .init($0) }, every: pause))
            text = pieces.map { "data: \($0)\n\n" }.joined()
            duration = pause * (count - 1)
        case .redirected:
            response = CannedResponse(
                "OK", redirect: "/target\(path)", delay: .fixed(pause))
            target = ResponseSet("Target \(number)", on: .get("/target\(path)")) {
                CannedResponse("OK", text: "\(number)", delay: .fixed(pause / 2))
            }
            duration += pause / 2
        case .handled:
            response = CannedResponse("OK") { _ in
                CannedResponse(text: "\(number)", delay: .fixed(pause))
            }
        case .stream:
            let body = AsyncStream<Data> { continuation in
                for piece in pieces { continuation.yield(Data(piece.utf8)) }
                continuation.finish()
            }
            response = CannedResponse("OK", body: .stream { body })
            (text, duration) = (pieces.joined(), .zero)
        case .never:
            (response, text, duration) = (.neverAnswers("OK"), nil, Self.timeout)
        case .late:
            response = CannedResponse(
                "OK", text: "late", delay: .fixed(Self.timeout + pause))
            (text, duration) = (nil, Self.timeout)
        }
        self.number = number
        self.kind = kind
        self.text = text
        self.duration = duration
        sets =
            [ResponseSet("Load \(number)", on: .get(path), responses: [response])]
            + (target.map { [$0] } ?? [])
    }
}
