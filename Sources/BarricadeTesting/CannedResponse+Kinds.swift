public import Barricade

extension CannedResponse {
    /// The kinds of responses that tests of every state leave out unless they ask for them.
    public struct Kinds: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        /// Makes kinds from the bits of their numbers.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Responses of the real server, changed or not.
        public static let live = Kinds(rawValue: 1)
        /// Responses that never arrive, and bodies of an `AsyncSequence`, which may never end.
        public static let neverEnding = Kinds(rawValue: 2)
    }

    /// The kinds that it is of, or one of its responses in a sequence or choice; usually none.
    var kinds: Kinds {
        switch outcome {
        case .live: .live
        case .never: .neverEnding
        case .series(let series):
            series.elements.reduce(into: []) { $0.formUnion($1.kinds) }
        case .reply(let reply):
            if case .pieces(.stream) = reply.body.kind { .neverEnding } else { [] }
        // What a handler will return is not known.
        case .failure, .handler, .stateful: []
        }
    }
}
