package import Barricade

/// A set as it is registered, whose responses are compared with real replies.
package struct ComparedSet: Sendable {
    fileprivate let registered: RegisteredSet
    /// The places of its files, if it has none of its own.
    package let files: [FileLocation]

    package var definition: ResponseSet { registered.definition }

    /// Returns whether the set has not been registered again since.
    package func isSame(as other: ComparedSet) -> Bool { registered === other.registered }
}

extension Barricade {
    /// Returns a set of that name; `nil` if there is none.
    package func comparedSet(_ name: String) -> ComparedSet? {
        store.snapshot.sets[name].map {
            ComparedSet(registered: $0, files: store.handlerState.files)
        }
    }

    /// Shows in the overview and the log that a real reply differs from a set's responses.
    ///
    /// - Parameters:
    ///   - drift: What differs, in a sentence each.
    ///   - request: The ``LoggedRequest/id`` of the reply's request.
    package func note(drift: [String], of set: ComparedSet, in request: LoggedRequest.ID) {
        driftNotes.add(drift, on: set.registered)
        log.note(drift: drift, in: request)
        for sentence in drift { SystemLog.note("\(set.registered.name.shortened): \(sentence)") }
        changeCounter.countOne()
    }

    /// Forgets how a set's responses differ, since they are others now.
    package func forgetDrift(of set: ComparedSet) {
        driftNotes.clear(set.registered)
        changeCounter.countOne()
    }
}
