public import Barricade

extension CannedResponse {
    /// The kinds of responses that walks and pairs leave out by default.
    public struct Kinds: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        /// Makes kinds from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Responses of the real server, modified or not.
        public static let live = Kinds(rawValue: 1)
        /// Responses that never arrive, and bodies of an `AsyncSequence`, which may never end.
        public static let neverEnding = Kinds(rawValue: 2)
    }

    /// The kinds of the response, and of those in its sequence or random choice; usually none.
    var kinds: Kinds {
        switch outcome {
        case .live: .live
        case .never: .neverEnding
        case .series(let series):
            series.elements.reduce(into: []) { $0.formUnion($1.kinds) }
        case .reply(let reply):
            if case .pieces(.stream) = reply.body.kind { .neverEnding } else { [] }
        // The result of a handler is not known.
        case .failure, .handler: []
        }
    }
}
