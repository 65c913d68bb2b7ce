package import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

extension Barricade {
    /// Returns a draft of a response: to edit one that was made at run time or is in a folder, or as a
    /// copy.
    ///
    /// - Parameter isCopy: Whether it is a copy also of such a response.
    /// - Throws: ``BarricadeError/Code/unknownName``, or ``BarricadeError/Code/unsupported`` if the
    ///   response is not the same for each request.
    package func draft(
        of name: String, in set: String, isCopy: Bool = false
    ) throws(BarricadeError) -> ResponseDraft {
        let (registered, prepared) = try store.state.known(name, for: set)
        var draft = ResponseDraft(in: set)
        draft.name = name
        if case .fixed(let delay)? = prepared.definition.delay?.kind, delay > .zero {
            draft.delay = "\(delay / .seconds(1))"
        }
        let whole = try prepared.preview(bodyLimit: .max)
        if let error = prepared.definition.errorCode?.name {
            draft.error = error
        } else if let whole, whole.bodySize == whole.body.count {
            draft.write(status: whole.status, headers: whole.headers, body: whole.body)
        } else {
            throw BarricadeError(
                .unsupported,
                """
                Response "\(name.shortened)" of set "\(set.shortened)" is made for each request, so \
                it cannot be copied: \(prepared.definition.summary).

                To fix: send a request, and keep its reply from the log.
                """)
        }
        if !isCopy, let version = version(of: name, in: set) {
            (draft.replaced, draft.version) = (name, version)
        } else {
            draft.name = "\(name) copy".free { registered.definition[$0] != nil }
        }
        return draft
    }

    /// Returns a draft with the reply to a logged request, for its set, or for a new one.
    ///
    /// A new set has the pattern of the request. Without a kept reply, the draft is empty.
    ///
    /// - Parameter isMasked: Whether secrets of the reply are masked, since the draft leaves the app.
    /// - Throws: ``BarricadeError/Code/unsupported`` if the reply was too large to be kept.
    package func draft(
        from request: LoggedRequest, isMasked: Bool
    ) throws(BarricadeError) -> ResponseDraft {
        var draft: ResponseDraft
        if let set = request.set.flatMap({ store.state.sets[$0] }) {
            draft = ResponseDraft(in: set.name)
            let name = request.response.map { "\($0) copy" } ?? "Response"
            draft.name = name.free { set.definition[$0] != nil }
        } else {
            let pattern = request.request.pattern(isMasked: isMasked)
            // The pattern has no query.
            let line = String(request.request.line.prefix { $0 != "?" })
            let name = Secrets.masked(url: line).shortened(to: 80)
            let sets = store.state.sets
            draft = ResponseDraft(in: name.free { sets[$0] != nil }, pattern: pattern)
            draft.requestPattern = pattern
        }
        guard let reply = reply(to: request) else { return draft }
        guard reply.isWhole else {
            throw BarricadeError(
                .unsupported,
                """
                The reply to request \(request.id) has \(reply.bodySize) bytes, of which only the \
                first \(reply.body.count) were kept.
                """)
        }
        draft.write(
            status: reply.status,
            headers: isMasked ? HTTP.Headers(reply.maskedHeaders) : reply.headers,
            body: isMasked ? reply.maskedBody : reply.body)
        return draft
    }
}

extension CannedResponse {
    /// Whether a draft has all of it, so that nothing of a folder's response is lost.
    var fitsDraft: Bool {
        let hasFixedDelay = if case .fixed? = delay?.kind { true } else { delay == nil }
        guard hasFixedDelay, recordedFor.isEmpty else { return false }
        return errorCode != nil
            || plainReply != nil && reply?.isRedirect == false && reply?.httpVersion == "HTTP/1.1"
    }
}

extension String {
    /// Returns the name, with a number after it if it is taken.
    fileprivate func free(isTaken: (String) -> Bool) -> String {
        var (free, number) = (self, 2)
        while isTaken(free) { (free, number) = ("\(self) \(number)", number + 1) }
        return free
    }
}

extension ResponseDraft {
    /// The fields that describe a body on its way, which the draft's own does not have.
    private static let fieldsOfTransfer: Set<String> = [
        "connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding",
    ]

    fileprivate mutating func write(status: HTTP.Status, headers: HTTP.Headers, body data: Data) {
        self.status = "\(status)"
        var fields = headers.fields.filter {
            !Self.fieldsOfTransfer.contains($0.name.lowercased())
        }
        var mediaType = MediaType.json
        let type = headers.contentType?.name ?? ""
        if MediaType.isJSON(type), let json = try? JSONLayout(Array(data)) {
            // Browsers take seconds for very many lines.
            (bodyKind, body) = (.json, json.text(width: data.count < 1 << 20 ? 100 : 400))
        } else if let text = data.plainText {
            (bodyKind, body, mediaType) = (data.isEmpty ? .json : .text, text, MediaType.text)
        } else {
            (bodyKind, body, mediaType) = (.base64, data.base64EncodedString(), MediaType.unknown)
        }
        // The kind of body has this type by itself.
        if !data.isEmpty {
            fields.removeAll { $0.isNamed("Content-Type") && $0.value == mediaType }
        }
        self.headers = fields.map { Header($0.name, $0.value) }
    }

    // MARK: Patterns

    /// The segments of the pattern's path: `books`, `:id`; empty if there is no pattern.
    package var segments: [String] { Self.parts(of: pattern ?? "").segments }

    /// Names a segment, which then stands for any text, or takes the text of the request again.
    package mutating func toggleSegment(at index: Int) {
        var (origin, segments) = Self.parts(of: pattern ?? "")
        guard segments.indices.contains(index) else { return }
        let own = Self.parts(of: requestPattern ?? "").segments
        if segments[index].hasPrefix(":") {
            segments[index] = own.indices.contains(index) ? own[index] : "*"
        } else {
            var (name, number) = (":id", 2)
            while segments.contains(name) { (name, number) = (":id\(number)", number + 1) }
            segments[index] = name
        }
        pattern = origin + segments.map { "/\($0)" }.joined()
    }

    /// Splits a pattern into the text before its path, and the segments of the path.
    private static func parts(of pattern: String) -> (origin: String, segments: [String]) {
        let host = pattern.firstRange(of: "://")?.upperBound ?? pattern.startIndex
        guard let slash = pattern[host...].firstIndex(of: "/") else { return (pattern, []) }
        let segments = pattern[slash...].dropFirst().split(
            separator: "/", omittingEmptySubsequences: false)
        return (String(pattern[..<slash]), segments.map { String($0) })
    }
}

extension BarricadeRequest {
    /// The pattern of this request alone, without its query.
    fileprivate func pattern(isMasked: Bool) -> String {
        var text = target.textBeforeQuery
        if isMasked { text = Secrets.masked(url: text) }
        for (mark, code) in [("*", "%2A"), ("/:", "/%3A"), ("{", "%7B"), ("<", "%3C")] {
            text = text.replacing(mark, with: code)
        }
        if text.hasSuffix("/"), target.path != "/" { text.removeLast() }
        return "\(method) \(text)"
    }
}
