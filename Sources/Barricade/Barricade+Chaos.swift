extension Barricade {
    /// Answers each request with a response of its set that a seed chooses, until ``reset()``.
    ///
    /// ```swift
    /// Barricade.current.chaos()
    /// ```
    ///
    /// The choice depends on the seed, the set's name, and the request's number among those of its
    /// set since the log was last cleared. So the same seed repeats a run, even if the requests of
    /// different sets come in another order. A sequence gives any of its responses; random delays
    /// of a set's responses follow from the seed too.
    ///
    /// It comes before what is selected. Sets that are live stay live, held requests wait first,
    /// and what ``answerNext(_:with:times:)`` gives comes first. A set without other responses than
    /// those left out answers as selected.
    ///
    /// - Parameters:
    ///   - seed: The seed; `nil` means the barricade's own, ``seed``.
    ///   - kinds: The kinds of responses to choose too; live and never-ending ones are left out by
    ///     default.
    public func chaos(seed: UInt64? = nil, including kinds: CannedResponse.Kinds = []) {
        let log = log
        let chaos = Chaos(seed: seed ?? self.seed, kinds: kinds) { log.takeNumber(of: $0) }
        store.update { $0.setChaos(chaos) }
    }

    /// Makes each set answer with its selected response again.
    public func endChaos() {
        store.update { $0.setChaos(nil) }
    }

    /// The seed that chooses responses now; `nil`, the default, if they are selected.
    public var chaosSeed: UInt64? { store.routing.chaos?.seed }
}
