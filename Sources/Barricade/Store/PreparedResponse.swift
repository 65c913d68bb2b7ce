import Foundation

/// A canned response, with everything that can be computed before a request comes.
package final class PreparedResponse: Sendable {
    package let definition: CannedResponse
    /// The name in the log: its own, if it is one of several under another name.
    let shownName: String
    /// The delay of the response or its set; `nil` means the barricade's.
    package let delay: ResponseDelay?
    private let set: SetContext
    package let fault: BarricadeError?
    package let headers: HTTP.Headers
    package let file: BodyFile?
    /// The responses that answer instead; `nil` if it is neither a sequence nor weighted.
    let series: PreparedSeries?
    /// Whether a handler returned it, for one request.
    let isForOneRequest: Bool
    /// The cache for later requests, shared by all responses of one handler.
    let cache: Locked<Cache>

    /// Prepares a response.
    ///
    /// - Parameters:
    ///   - handler: The response whose handler has returned it; `nil` if none has.
    ///   - isInTurn: Whether it is part of a sequence.
    ///   - shownName: The name in the log; `nil` means that of the response.
    init(
        _ response: CannedResponse, in set: SetContext,
        returnedBy handler: PreparedResponse? = nil,
        isInTurn: Bool = false, as shownName: String? = nil
    ) {
        definition = response
        self.shownName = shownName ?? response.name
        isForOneRequest = handler != nil
        cache = handler?.cache ?? Locked(Cache())
        self.set = set
        delay = response.delay ?? set.definition.delay
        var faults = response.faults
        if response.delay == nil, let fault = set.definition.delay?.fault { faults.append(fault) }
        if let repeats = response.repeats, !isInTurn {
            faults.append("times(\(repeats)) is for the responses of a sequence, .sequence { … }")
        }
        fault =
            faults.isEmpty ? nil : set.unusable(response, ": \(faults.joined(separator: "; ")).")
        series = response.series.map { [shownName = self.shownName] in
            PreparedSeries($0, of: response, as: shownName, in: set)
        }
        let reply = response.reply
        headers = reply?.completeHeaders ?? [:]
        file =
            if case .file(let name, let location)? = reply?.body.kind {
                BodyFile(name, in: location ?? set.files) {
                    set.unusable(response, ". \($0)", .unreadableFile)
                }
            } else {
                nil
            }
    }

    package var name: String { definition.name }

    /// Returns those of the requests it was recorded for that a request is one of.
    func claims(on request: BarricadeRequest) -> [any MatchingClause] {
        definition.recordedFor.map(\.clause).filter { $0.matches(request) }
    }

    /// Returns what it was recorded for, if that is another request; usually `nil`.
    func note(on request: BarricadeRequest) -> String? {
        guard let first = definition.recordedFor.first, claims(on: request).isEmpty else {
            return nil
        }
        return "recorded for \(first.clause.maskedDescription.shortened)"
    }

    /// The outcome of a request that gets this response.
    var outcome: Decision.Outcome {
        if let fault { return .fail(fault) }
        return switch definition.outcome {
        case .reply(let reply) where reply.handler == nil: .reply(self)
        case .reply, .handler: .handler(self)
        case .failure(let error): .fail(error)
        case .live(nil): .passThrough
        case .live: .change(self)
        // A series gives one of its responses instead.
        case .never, .series: .never
        }
    }

    /// Returns the response that code makes for a request, changed as its replies are to be.
    ///
    /// Errors about bodies get the names of response and set.
    ///
    /// - Parameter live: The real server's reply, if the code changes one.
    func make(
        for request: BarricadeRequest, from live: LiveReply? = nil, at barricade: Barricade
    ) async throws -> CannedResponse {
        var request = request
        request.pathValues = set.clause.pathValues(in: request)
        let reply = try definition.reply.map { try $0.whole(bytes(of: $0)) }
        do {
            var made = definition
            if case .live(let change?) = definition.outcome, let live {
                made = try await change(live, request)
            } else if let handler = definition.handler {
                made = try await handler.response(to: request, changing: reply, at: barricade)
            }
            return made.changingReplies(by: definition.laterChanges)
        } catch let error as BarricadeError where reply != nil {
            throw set.unusable(definition, ". \(error.message)", error.code)
        } catch let error as BarricadeError where error.code == .unreadableBody {
            throw set.unusable(definition, ": \(error.message).", error.code)
        }
    }

    /// Whether every request passes through, and its reply stays unchanged.
    var isAlwaysLive: Bool { if case .live(nil) = definition.outcome { true } else { false } }

    /// Whether no request gets an answer.
    var neverAnswers: Bool { if case .never = definition.outcome { true } else { false } }

    /// Returns the reasons why the response is unusable, such as a missing file; usually empty.
    ///
    /// - Parameter files: The barricade's location of files.
    func check(in files: FileLocation) -> [BarricadeError] {
        if let fault { return [fault] }
        do {
            if let reply = definition.reply {
                try check(reply, in: files)
            } else {
                try definition.handler?.check(nil, pathNames: set.clause.pathNames, in: files)
            }
            return series?.check(in: files) ?? []
        } catch {
            return [error]
        }
    }

    private func check(
        _ reply: CannedResponse.Reply, in files: FileLocation
    ) throws(BarricadeError) {
        let data = try bytes(of: reply)
        if let fault = wireFault(of: data, reply.status) {
            throw BarricadeError(.invalidDefinition, "\(set.title(of: definition)) \(fault)")
        }
        guard let handler = reply.handler else {
            if isJSON { try file?.checkJSON(data, unless: definition.isAsSent) }
            return
        }
        do throws(BarricadeError) {
            try handler.check(data, pathNames: set.clause.pathNames, in: files)
        } catch {
            throw set.unusable(definition, ". \(error.message)", error.code)
        }
    }

    /// Returns how an app gets other bytes than these, or none; `nil` if it gets these.
    private func wireFault(of data: Data, _ status: HTTP.Status) -> String? {
        if status.hasNoBody, !data.isEmpty {
            return """
                has a body of \(data.count.counted("byte")) with status \(status), so an app gets \
                none of it. To fix: leave out the body, or give it another status.
                """
        }
        if let length = headers["Content-Length"], headers.length == nil {
            return """
                has Content-Length: \(length.shortened), which is not a number of bytes. \
                To fix: leave it out, and the size of the body is sent.
                """
        }
        guard let coding = headers["Content-Encoding"], !data.isEmpty,
            let format = Inflate.Format(coding: coding)
        else { return nil }
        do {
            _ = try Inflate.data(data, format)
            return nil
        } catch {
            return """
                has Content-Encoding: \(coding), but its body is \(error.message), so its requests \
                fail. To fix: leave out Content-Encoding, which is for compressed bytes.
                """
        }
    }

    /// Whether the body is JSON by its content type, and not compressed.
    private var isJSON: Bool {
        headers["Content-Encoding"] == nil && MediaType.isJSON(headers.contentType?.name ?? "")
    }

    /// Returns the whole body, if it does not come in pieces.
    private func bytes(of reply: CannedResponse.Reply) throws(BarricadeError) -> Data {
        if case .data(let data) = reply.body.kind { return data }
        return try file?.find().data() ?? Data()
    }

    // MARK: Sequences

    /// Returns the response to a request: this one, or the next of a sequence.
    ///
    /// `nil` if the sequence has ended, and the request is for the next set.
    func next(
        for request: BarricadeRequest, using random: RandomSource
    ) throws(BarricadeError) -> PreparedResponse? {
        guard let series, fault == nil else { return self }
        guard let element = series.next(for: request, using: random) else {
            if series.endsWithNextSet { return nil }
            throw BarricadeError(
                .sequenceUsedUp,
                """
                \(set.title(of: definition)) is a sequence that is used up: it has \
                answered \(series.length.counted("request")).

                To fix: let it repeat its last response or cycle ("then"), or select it again to restart it.
                """)
        }
        return try element.next(for: request, using: random)
    }

    /// Prepares a response that was made now, under this one's name.
    ///
    /// - Parameter shownName: The name in the log; `nil` means this one's.
    func prepared(
        _ response: consuming CannedResponse, as shownName: String?
    ) -> PreparedResponse {
        response.name = name
        return PreparedResponse(
            response, in: set, returnedBy: self, as: shownName ?? self.shownName)
    }
}

extension CannedResponse.Reply {
    /// Returns the reply with these bytes as its body, and without a handler.
    fileprivate func whole(_ data: Data) -> CannedResponse.Reply {
        var reply = self
        reply.handler = nil
        reply.body = .data(data).ofType(body.contentType)
        return reply
    }
}
