package import Barricade

/// The differences of real replies from the responses of sets, in words.
///
/// They belong to one registration of a set: registering it again forgets them.
package final class DriftNotes: Sendable {
    private let notes = Locked<[String: (set: RegisteredSet, sentences: [String])]>([:])

    /// Returns the sentences about a set.
    package func sentences(on set: RegisteredSet) -> [String] {
        notes.withLock { $0[set.name].flatMap { $0.set === set ? $0.sentences : nil } ?? [] }
    }

    /// Adds sentences about a set, except those already there.
    package func add(_ sentences: [String], on set: RegisteredSet) {
        notes.withLock { notes in
            if notes[set.name]?.set !== set { notes[set.name] = (set, []) }
            let known = notes[set.name]?.sentences ?? []
            notes[set.name]?.sentences += sentences.filter { !known.contains($0) }
        }
    }

    /// Forgets the sentences about a set.
    package func clear(_ set: RegisteredSet) {
        _ = notes.withLock { $0.removeValue(forKey: set.name) }
    }
}

extension Barricade {
    /// The differences of real replies from its sets.
    package var driftNotes: DriftNotes { attachments.value { DriftNotes() } }

    /// Returns the set of that name, to compare its responses; `nil` if there is none.
    package func comparedSet(_ name: String) -> RegisteredSet? { store.state.sets[name] }

    /// Shows in the overview and the log that a real reply differs from a set's responses.
    ///
    /// - Parameters:
    ///   - drift: The differences, in a sentence each.
    ///   - request: The `LoggedRequest.id` of the reply's request.
    package func note(drift: [String], of set: RegisteredSet, in request: LoggedRequest.ID) {
        driftNotes.add(drift, on: set)
        log.note(drift: drift, in: request)
        for sentence in drift { SystemLog.note("\(set.name.shortened): \(sentence)") }
        changeCounter.countOne()
    }

    /// Forgets the differences from a set, since its responses have changed.
    package func forgetDrift(of set: RegisteredSet) {
        driftNotes.clear(set)
        changeCounter.countOne()
    }
}
