/// The choice of a response for each request, from a seed.
///
/// It depends on the seed, the set's name, and the request's number among those of its set, but on
/// no other request, so that a run with parallel requests can be repeated.
struct Chaos: Sendable {
    /// The response to one request.
    struct Choice {
        package let response: PreparedResponse
        /// The request's number among those of its set, from 1.
        let number: Int
        /// The source of what else is random in the answer.
        package let random: RandomSource
    }

    package let seed: UInt64
    /// The kinds of responses to choose too.
    package let kinds: CannedResponse.Kinds
    /// Takes the number of a set's next request.
    let takeNumber: @Sendable (String) -> Int

    /// Returns the responses to choose from, in order.
    package func responses(of set: RegisteredSet) -> [PreparedResponse] {
        set.responses.filter { kinds.isSuperset(of: $0.response.kinds) }
    }

    /// Chooses for a set's next request; `nil` if the set has no response to choose.
    func choice(for set: RegisteredSet) -> Choice? {
        let responses = responses(of: set)
        guard !responses.isEmpty else { return nil }
        let number = takeNumber(set.name)
        let random = RandomSource(seed: seed(of: number, in: set.name))
        return Choice(
            response: responses[random.index(below: responses.count)], number: number,
            random: random)
    }

    /// Returns a hash that is the same in every run, as `Hasher`'s is not (FNV-1a).
    private func seed(of number: Int, in set: String) -> UInt64 {
        let start = seed ^ 0xCBF2_9CE4_8422_2325
        let hash = set.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return (hash ^ UInt64(number)) &* 0x0000_0100_0000_01B3
    }
}

extension Routing {
    /// Returns whether chaos chooses the responses of a set.
    func isInChaos(_ set: RegisteredSet) -> Bool {
        chaos.map { !$0.responses(of: set).isEmpty } ?? false
    }
}

extension StoreState {
    mutating func setChaos(_ chaos: Chaos?) {
        let before = routing.chaos
        routing.chaos = chaos
        if let chaos { latestChaosSeed = chaos.seed }
        if before?.seed != chaos?.seed || before?.kinds != chaos?.kinds {
            effects.changes.append(.chaos(seed: chaos?.seed))
        }
    }
}
