import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The plugin that records replies as responses of their sets, or of new sets.
final class Recorder: Plugin {
    /// The recorded sets and the report.
    struct Content: Sendable {
        /// The sets that claimed requests, in the order in which they were recorded.
        var extended: [RecordedSet] = []
        /// The sets made for requests that no set claimed.
        var made: RecordedSets
        /// The parts of bodies, and the requests that have a whole reply.
        var whole = WholeReplies<String>(keepsReplies: false)
        var report = RecordingReport()
    }

    /// The most bytes of a body: callers of larger ones would wait while secrets are searched for.
    static let mostBytes = 16 << 20
    /// The place of new sets in messages.
    private static let origin = ResponseSet.Origin(fileID: "Recording", line: 0)

    let settings: Recording.Settings
    let redactor: Redactor
    let observationLevel = ObservationLevel.recording
    private let scope: Recording.Scope
    /// The folder that is recorded again, for its replacements of secrets.
    private let earlier: Barricade?
    private let barricade: @Sendable () -> Barricade?
    private let state: Locked<Content>
    /// Keeps replies as they come; saving waits for those that came before it.
    private let keeping: DispatchQueue
    /// The room for replies that are not kept yet: 16 of them may be large.
    private let room = DispatchSemaphore(value: 16)
    /// The replies that have not ended.
    private let underWay = DispatchGroup()
    /// Adds replies to the barricade in the order in which they got their names.
    private let queue = DispatchQueue(label: "Barricade.Recorder")

    init(_ scope: Recording.Scope, _ settings: Recording.Settings, at barricade: Barricade) {
        self.scope = scope
        self.settings = settings
        redactor = Redactor(settings.redaction)
        keeping = DispatchQueue(
            label: "Barricade.Recorder.Keeping",
            attributes: settings.keepsInOrder ? [] : .concurrent)
        self.barricade = { [weak barricade] in barricade }
        let made = RecordedSets(
            replacesIDs: settings.replacesIDs, keepsDelays: settings.keepsDelays,
            names: Set(barricade.sets.map(\.name)))
        state = Locked(Content(made: made))
        // If it cannot be read, saving says why.
        earlier = settings.earlierFolder.flatMap { try? Barricade(folder: .directory($0)) }
    }

    var content: Content { state.withLock { $0 } }

    func began(_ request: DecidedRequest) -> (any ExchangeObserver)? {
        guard scope == .live || request.mode == .recording else { return nil }
        let asked = settings.alias?.renamed(request.request) ?? request.request
        // The sets are for the other server.
        let set =
            settings.alias == nil
            ? request.set : barricade()?.responseSet(claiming: asked)?.name
        let member = Locked<Membership?>(nil)
        return ReplyDraft(upTo: Self.mostBytes) { [settings, underWay] in
            guard settings.isRecorded(asked) else { return false }
            member.withLock { $0 = Membership(of: underWay) }
            return true
        } finish: { [self] reply in
            defer { member.withLock { $0 = nil } }
            guard settings.keepsInOrder else {
                return keeping.sync { _ = keep(reply, to: asked, ofSetNamed: set) }
            }
            room.wait()
            keeping.async { [self] in
                keep(reply, to: asked, ofSetNamed: set)
                room.signal()
            }
        }
    }

    /// Waits until replies whose clients have just left have ended, at most some seconds.
    func waitForReplies() { _ = underWay.wait(timeout: .now() + .seconds(5)) }

    // MARK: Keeping

    /// Keeps the reply to a request; it can be selected when this returns.
    ///
    /// - Parameter set: The set that claimed the request; `nil` if none did.
    /// - Returns: The reason if it is refused, or has to wait for other parts.
    @discardableResult
    func keep(
        _ reply: ReplyDraft.Reply, to request: BarricadeRequest, ofSetNamed set: String?
    ) -> String? {
        do {
            guard let outcome = try outcome(of: reply) else { return nil }
            let exchange = Exchange(
                Exchange.Request(request), outcome, date: reply.date, duration: reply.duration)
            return try keep(exchange, for: request, set)
        } catch {
            let reason =
                (error as? PassingReason)?.text ?? BarricadeError(error)?.message
                ?? error.localizedDescription
            refuse("\(request)", reason)
            return reason
        }
    }

    /// Returns the outcome to keep; `nil` if it only counts.
    private func outcome(of reply: ReplyDraft.Reply) throws(PassingReason) -> Exchange.Outcome? {
        let isWhole = if case .finished = reply.ending { true } else { false }
        if let head = reply.head, isWhole || reply.isEventStream {
            guard let body = reply.body else {
                throw PassingReason(
                    "its body is larger than \(Self.mostBytes >> 20) MB, the most that is recorded")
            }
            if let body = isWhole ? body : reply.events {
                let headers = settings.alias?.renamed(head.headers) ?? head.headers
                return .reply(Exchange.Reply(status: head.status, headers: headers, body: body))
            }
        }
        switch (reply.ending, reply.head) {
        case (.cancelled, _): note(\.cancelledCount)
        case (.failed, _?): note(\.cutCount)
        case (.failed(let error), nil):
            if settings.keepsFailures, let code = (error as? URLError)?.code {
                return .failure(code)
            }
            note(\.failedCount)
        case (.finished, _): break
        }
        return nil
    }

    private func note(_ count: any WritableKeyPath<RecordingReport, Int> & Sendable) {
        state.withLock { $0.report[keyPath: count] += 1 }
    }

    private func refuse(_ request: String, _ reason: String) {
        let refusal = RecordingReport.Refusal(request: request, reason: reason)
        state.withLock { $0.report.refusals.append(refusal) }
    }

    private func keep(
        _ exchange: Exchange, for request: BarricadeRequest, _ set: String?
    ) throws -> String? {
        let generation = redactor.generation
        var exchange = exchange
        exchange.noteWhatVaries()
        switch try whole(exchange, for: request) {
        case .whole(let whole): exchange = whole
        case .part: return WholeReplies<String>.reason.text
        case .same:
            note(\.repeatedCount)
            return nil
        }
        exchange.request.noteOperations()
        exchange.makeCookiesLast()
        let lesson = redactor.learn(from: exchange, keptAs: earlier(exchange, request))
        exchange = try redacted(exchange, after: lesson)
        try content.made.check(exchange)
        queue.sync { add(exchange, toSetNamed: set, generation) }
        return nil
    }

    /// Returns the exchange with a whole reply, if there is one now.
    private func whole(
        _ exchange: Exchange, for request: BarricadeRequest
    ) throws -> WholeReplies<String>.Result {
        do {
            return try state.withLock { try $0.whole.whole(exchange, from: "\(request)") }
        } catch _ where hasWholeReply(request, exchange) {
            return .same
        }
    }

    /// Returns whether a set that was recorded earlier has the reply of which a client has a copy.
    private func hasWholeReply(_ request: BarricadeRequest, _ exchange: Exchange) -> Bool {
        guard case .reply(let reply) = exchange.outcome, reply.status == .notModified else {
            return false
        }
        return [barricade(), earlier].compactMap { $0?.responseSet(claiming: request) }
            .flatMap(\.responses).contains { $0.plainReply?.reply.status == .ok }
    }

    /// Returns the exchange that an earlier recording kept for the same set and status.
    private func earlier(_ exchange: Exchange, _ request: BarricadeRequest) -> Exchange? {
        guard case .reply(let reply) = exchange.outcome, let folder = settings.earlierFolder,
            let set = earlier?.responseSet(claiming: request)
        else { return nil }
        return set.responses.lazy.filter { $0.plainReply?.reply.status == reply.status }
            .compactMap { try? Exchange.Outcome($0, in: [.directory(folder)]) }.first
            .map { Exchange(exchange.request, $0, date: exchange.date) }
    }

    /// Returns an exchange without secrets, with the digest of its body.
    private func redacted(
        _ exchange: Exchange, after lesson: Redactor.Lesson? = nil
    ) throws -> Exchange {
        var exchange = try redactor.redact(exchange, after: lesson)
        exchange.outcome = try noted(exchange.outcome)
        return exchange
    }

    /// Returns an outcome with the digest of its body.
    private func noted(_ outcome: Exchange.Outcome) throws -> Exchange.Outcome {
        guard case .reply(var reply) = outcome else { return outcome }
        reply.fingerprint = BodyFingerprint(reply.body, volatile: settings.volatile)
        return .reply(reply)
    }

    /// Returns whether a folder can hold what a set matches; if not, the report names the set.
    func isWritable(_ set: RecordedSet) -> Bool {
        let probe = ResponseSet(set.name, on: set.matcher) { CannedResponse("Any") }
        guard let fault = ManifestPart.fault(of: probe) else { return true }
        let refusal = RecordingReport.Refusal(
            request: "set \"\(set.name.shortened)\"",
            reason: "no folder can hold it, since it \(fault)")
        state.withLock { state in
            if !state.report.refusals.contains(refusal) { state.report.refusals.append(refusal) }
        }
        return false
    }

    /// Redacts secrets that became known after their replies were kept; returns the result.
    ///
    /// It waits for replies that their clients have got, but that are not kept yet: redacting a large
    /// body takes long.
    func settle() throws -> Content {
        keeping.sync(flags: .barrier) {}
        return try queue.sync {
            let generation = redactor.generation
            func redact(_ exchange: Exchange) throws -> Exchange? {
                do {
                    return stored(try redacted(exchange))
                } catch let error as BarricadeError where error.code == .unreadableSecrets {
                    // It holds what was not known to be secret when it came.
                    let request = exchange.request
                    refuse("\(request.method) \(request.url)", error.message)
                    return nil
                }
            }
            var content = content
            for index in content.extended.indices {
                try content.extended[index].redact(knowing: generation, redact)
            }
            try content.made.redact(knowing: generation, redact)
            state.withLock { ($0.extended, $0.made) = (content.extended, content.made) }
            return content
        }
    }

    /// Adds to the set that claimed a request, or else to that of all like requests.
    private func add(_ exchange: Exchange, toSetNamed name: String?, _ generation: Int) {
        let barricade = barricade()
        if let name, let barricade, var set = extended(name, in: barricade) {
            guard let exchange = admitted(exchange, to: set) else { return }
            let isChanged = set.add(exchange, generation: generation)
            state.withLock { state in
                let place = state.extended.firstIndex { $0.name == name }
                if let place { state.extended[place] = set } else { state.extended.append(set) }
            }
            if isChanged { _ = barricade.store.update { $0.edit(name) { set.added(to: $0) } } }
            return
        }
        let set = state.withLock { $0.made.set(of: exchange.request) }
        guard let exchange = admitted(exchange, to: set) else { return }
        let (changed, before) = state.withLock { state in
            (
                state.made.add(exchange, from: Self.origin, generation: generation),
                state.made.setsBefore(exchange.request)
            )
        }
        guard let made = changed?.responseSet else { return }
        barricade?.store.update { state in
            guard !state.edit(made.name, { _ in made }) else { return }
            // In front of all others.
            let sets = before.map(\.responseSet) + [made]
            let added = sets.map(\.name).filter { state.sets[$0] == nil }
            _ = state.register(sets)
            for name in added { try? state.setMode(.recording, for: name) }
        }
    }

    /// Returns the recorded replies of a set of the barricade; `nil` if this made the set.
    private func extended(_ name: String, in barricade: Barricade) -> RecordedSet? {
        let (isMade, known) = state.withLock { state in
            (state.made.hasSet(named: name), state.extended.first { $0.name == name })
        }
        guard !isMade, known == nil, let set = barricade.sets.first(where: { $0.name == name })
        else { return known }
        if settings.leavesSetsToFolder {
            return RecordedSet(set.name, on: set.matcher, origin: set.origin)
        }
        let files = set.files ?? barricade.files
        let outcomes = set.responses.map { response in
            (response.name, try? Exchange.Outcome(response, in: files).map(noted))
        }
        return RecordedSet(
            extending: set,
            known: Dictionary(outcomes) { first, _ in first }.compactMapValues(\.self),
            keepsDelays: settings.keepsDelays)
    }

    /// Returns an exchange with its body in a file; `nil` if its set is full.
    private func admitted(_ exchange: Exchange, to set: RecordedSet?) -> Exchange? {
        guard set?.response(with: OutcomeKey(exchange.outcome)) == nil else {
            note(\.repeatedCount)
            return exchange
        }
        guard set?.count ?? 0 < settings.responseLimit else {
            note(\.overLimitCount)
            return nil
        }
        note(\.keptCount)
        return stored(exchange)
    }

    /// Returns an exchange with its body in a file, unless there is no room for it.
    private func stored(_ exchange: Exchange) -> Exchange {
        guard case .reply(var reply) = exchange.outcome else { return exchange }
        var exchange = exchange
        if let file = try? reply.body.inFile() { reply.body = file }
        exchange.outcome = .reply(reply)
        return exchange
    }
}

/// A place in a group, which is left with the last reference, since a group that is not left traps.
private final class Membership: Sendable {
    private let group: DispatchGroup

    init(of group: DispatchGroup) {
        self.group = group
        group.enter()
    }

    deinit { group.leave() }
}
