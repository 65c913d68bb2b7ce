import Barricade

// What a recorder does with sets.
extension Barricade {
    /// Registers sets in front of all others, new ones in mode ``ResponseSet/Mode/recording``.
    func registerRecorded(_ sets: [ResponseSet]) {
        store.update { state in
            let added = sets.map(\.name).filter { state.sets[$0] == nil }
            _ = state.register(sets)
            for name in added { try? state.setMode(.recording, for: name) }
        }
    }

    /// Changes a set in place; returns false if there is none of that name.
    @discardableResult
    func edit(_ set: String, _ change: (ResponseSet) -> ResponseSet) -> Bool {
        store.update { $0.edit(set, change) }
    }

    /// Changes the mode of sets in mode ``ResponseSet/Mode/recording``, unless something records.
    func endRecording(with mode: ResponseSet.Mode) {
        store.update { state in
            guard !state.routing.observers.contains(where: \.isRecorder) else { return }
            for (name, old) in state.routing.modes where old == .recording {
                try? setMode(mode, for: name, in: &state)
            }
        }
    }
}
