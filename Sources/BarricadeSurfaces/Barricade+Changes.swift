package import Barricade

extension Barricade {
    /// A change of a set's selection, of its mode, or of both.
    package struct SetChange: Sendable {
        package enum Selection: Sendable {
            case response(String)
            /// Its default response.
            case byDefault
        }

        /// The new selection; `nil` leaves it as it is.
        package var selection: Selection?
        /// The new mode; `nil` leaves it as it is.
        package var mode: ResponseSet.Mode?

        package init(selection: Selection? = nil, mode: ResponseSet.Mode? = nil) {
            self.selection = selection
            self.mode = mode
        }
    }

    /// Changes the named sets; if one change is impossible, it makes none.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` for the first unknown name.
    package func change(_ changes: [String: SetChange]) throws(BarricadeError) {
        let ordered = changes.orderedKeys.compactMap { set in changes[set].map { (set, $0) } }
        try store.update { state throws(BarricadeError) in
            // Selecting restarts a sequence at once, so all names are checked first.
            for (set, change) in ordered {
                if case .response(let response) = change.selection {
                    _ = try state.known(response, for: set)
                } else {
                    _ = try state.registeredSet(set)
                }
            }
            var draft = state
            for (set, change) in ordered {
                switch change.selection {
                case .response(let response): try draft.select(response, for: set)
                case .byDefault: draft.putBack(nil, for: set)
                case nil: break
                }
                if let mode = change.mode { try setMode(mode, for: set, in: &draft) }
            }
            state = draft
        }
    }

    /// Resets sets to their defaults; if one name is unknown, it resets none.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` for the first unknown name.
    package func reset(_ sets: [String]) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            var registered: [RegisteredSet] = []
            for set in sets { registered.append(try state.registeredSet(set)) }
            for set in registered { state.reset(set) }
        }
    }
}
