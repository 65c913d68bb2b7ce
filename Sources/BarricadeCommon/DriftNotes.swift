package import Barricade

/// The ways in which real replies differ from the responses of sets, in words.
///
/// They belong to a set as it is registered: registering it again forgets them.
package final class DriftNotes: Sendable {
    private struct Note {
        let set: RegisteredSet
        var sentences: [String]
    }

    private let notes = Locked<[String: Note]>([:])

    /// Returns the sentences about a set.
    package func sentences(on set: RegisteredSet) -> [String] {
        notes.withLock { notes in
            notes[set.name].flatMap { $0.set === set ? $0.sentences : nil } ?? []
        }
    }

    /// Adds sentences about a set, except those already there.
    package func add(_ sentences: [String], on set: RegisteredSet) {
        notes.withLock { notes in
            if notes[set.name]?.set !== set { notes[set.name] = Note(set: set, sentences: []) }
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
    /// The ways in which real replies have differed from its sets.
    package var driftNotes: DriftNotes { companion { DriftNotes() } }
}
