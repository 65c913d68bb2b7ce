extension Barricade {
    /// Has an observer see the replies of real servers to requests that start from now on.
    ///
    /// - Returns: The observer's place; it sees no further requests once that is released.
    package func observe(with observer: any LiveObserver) -> LiveObserverPlace {
        store.update { $0.routing.observers.append(observer) }
        return LiveObserverPlace { [weak self, weak observer] in
            self?.store.update { $0.routing.observers.removeAll { $0 === observer } }
        }
    }
}

/// The place of an observer at a barricade, for as long as it exists.
package final class LiveObserverPlace: Sendable {
    private let leave: @Sendable () -> Void

    fileprivate init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit {
        leave()
    }
}

extension Barricade {
    /// The requests in the log whose real replies can still be kept as responses.
    ///
    /// They are the latest that went to a real server while a recording of other requests ran.
    public var keepableReplies: Set<LoggedRequest.ID> {
        store.routing.keepableReplies
    }

    /// Keeps the real server's reply to a request in the log, as a response of its set or a new one.
    ///
    /// ```swift
    /// for request in barricade.requests where barricade.keepableReplies.contains(request.id) {
    ///     try barricade.keepReply(to: request.id)
    /// }
    /// ```
    ///
    /// - Throws: ``BarricadeError/Code/missingRecorder`` if no recording has the reply any more.
    public func keepReply(to request: LoggedRequest.ID) throws(BarricadeError) {
        let observers = store.routing.observers
        guard let recorder = observers.first(where: { $0.keepableReplies.contains(request) }) else {
            throw BarricadeError(
                .missingRecorder,
                """
                The reply to request \(request) is not there any more, or was never seen.

                To fix: record before the request is sent, and keep the recording:
                  let recording = barricade.record(.recordingSets)
                """)
        }
        recorder.keepReply(to: request)
        changeCounter.countOne()
    }
}

// What a recorder does with sets.
extension Barricade {
    /// Registers sets in front of all others, new ones in mode ``ResponseSet/Mode/recording``.
    package func registerRecorded(_ sets: [ResponseSet]) {
        store.update { state in
            let added = sets.map(\.name).filter { state.sets[$0] == nil }
            _ = state.register(sets)
            for name in added { try? state.setMode(.recording, for: name) }
        }
    }

    /// Changes a set where it stands in the order; returns false if there is none of that name.
    @discardableResult
    package func edit(_ set: String, _ change: (ResponseSet) -> ResponseSet) -> Bool {
        store.update { $0.edit(set, change) }
    }

    /// Gives the sets in mode ``ResponseSet/Mode/recording`` another one, unless something records.
    package func endRecording(with mode: ResponseSet.Mode) {
        store.update { state in
            guard !state.routing.observers.contains(where: \.isRecorder) else { return }
            for (name, old) in state.routing.modes where old == .recording {
                try? setMode(mode, for: name, in: &state)
            }
        }
    }

    /// The places of body files whose sets name none.
    package var fileLocations: [FileLocation] { store.handlerState.files }

    /// Keeps an object for as long as the barricade exists, such as the files of its responses.
    package func keep(_ object: any AnyObject & Sendable) {
        companions.withLock { $0.append(object) }
    }
}
