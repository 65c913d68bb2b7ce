import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The answer to a request when it comes.
extension PreparedResponse {
    /// Makes the answer to a request, and reads the body's file if there is one.
    func answer(to request: BarricadeRequest) -> Answer {
        if let answer = latestAnswer(to: request) { return answer }
        if let fault { return .failure(fault) }
        switch response.outcome {
        case .live(nil):
            return .passThrough
        case .live(let change?):
            return .changedLive(
                { reply, request in
                    try await self.naming { try await change(reply, request) }
                }, of: self)
        case .never:
            return .never
        case .failure(let error):
            return .failure(error.located(at: request.url))
        case .handler(let handler):
            return .handler(
                { request in
                    try await self.naming { try await handler(request) }
                }, of: self)
        case .stateful(let handler):
            return .handler({ try await handler.answer($0, self.handlerState) }, of: self)
        case .series:
            // The caller asks the sequence's next response; only a fault gets here, handled above.
            return .never
        case .reply(let reply):
            if let rewriter = reply.rewriter {
                return .handler({ try self.rewriting(reply, with: rewriter, for: $0) }, of: self)
            }
            do {
                return try answer(reply, to: request)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Returns the latest answer if this request gets the same one, except perhaps for its URL.
    private func latestAnswer(to request: BarricadeRequest) -> Answer? {
        guard !isForOneRequest, let latest = cache.withLock({ $0.latest }),
            let content = latest.template.content, latest.template.method == request.method,
            !RequestedPart.isNamed(in: request.urlRequest)
        else { return nil }
        if latest.url == request.url { return .response(latest.response, content) }
        // The load's error names the URL.
        guard content.failure == nil,
            let cached = cache.withLock({ $0.renewed(latest.template, at: request.url) })
        else {
            return nil
        }
        return .response(cached.response, content)
    }

    private func answer(
        _ reply: CannedResponse.Reply, to request: BarricadeRequest
    ) throws(BarricadeError) -> Answer {
        let latest = cache.withLock { $0.latest }
        let (body, head) = try represented(reply, to: request)
        let content = Content(
            body: request.method == .head ? .whole(nil) : body,
            failure: reply.failure?.located(at: request.url), cookies: cookies, head: head)
        let isLasting = !isForOneRequest && !head.isOfFile && head.part == .whole && body.isWhole
        let sameHead = latest.flatMap { $0.template.head == head ? $0 : nil }
        let known = sameHead.flatMap { $0.url == request.url ? $0.response : nil }
        if !isLasting, let known { return .response(known, content) }
        let template = CachedResponse.Template(
            head, isLasting ? content : nil, to: request.method, like: sameHead?.template)
        let new =
            known.map { CachedResponse(template, at: request.url, $0) }
            ?? CachedResponse(template, at: request.url)
        guard let cached = new else { return .failure(URLError(.badServerResponse)) }
        cache.withLock { $0.keep(cached) }
        return .response(cached.response, content)
    }

    /// Returns the current body, or the part that the request wants.
    private func represented(
        _ reply: CannedResponse.Reply, to request: BarricadeRequest
    ) throws(BarricadeError) -> (Content.Body, ResponseHead) {
        var head = ResponseHead(status: reply.status, version: reply.httpVersion, headers: headers)
        let isConditional =
            reply.status == .ok && (request.method == .get || request.method == .head)
        let given = isConditional ? validators.tag : nil
        var body: Content.Body
        switch reply.body.kind {
        case .none, .unusable:
            return (.whole(nil), head)
        case .pieces(let pieces):
            head.length = pieces.size
            return (.pieces(pieces), head)
        case .data(var data):
            if reply.isMalformed { data.malform() }
            head.tag = isConditional && !isForOneRequest ? given ?? tag(of: data) : given
            (body, head.length) = (.whole(data), data.count)
        case .file:
            guard let part = try file?.find() else { return (.whole(nil), head) }
            head.tag = isConditional ? given ?? part.file.tag : nil
            head.isOfFile = true
            (body, head.length) = (.file(part), part.range.count)
            if reply.isMalformed {
                var data = try part.data()
                data.malform()
                body = .whole(data)
            }
        }
        guard isConditional, let size = head.length else { return (body, head) }
        head.size = size
        head.part = RequestedPart(
            of: request.urlRequest, tag: head.tag, date: validators.date, size: size)
        switch head.part {
        case .whole:
            break
        case .notModified:
            (body, head.length, head.status) = (.whole(nil), nil, .notModified)
        case .unsatisfiable:
            (body, head.length, head.status) = (.whole(nil), 0, 416)
        case .range(let range):
            (body, head.length, head.status) = (body.part(range), range.count, 206)
        }
        return (body, head)
    }

    private func tag(of data: Data) -> EntityTag {
        if let tag = cache.withLock({ $0.tag }) { return tag }
        let tag = EntityTag.data(data)
        cache.withLock { $0.tag = tag }
        return tag
    }
}

extension PreparedResponse.Content.Body {
    fileprivate var isWhole: Bool { if case .whole = self { true } else { false } }

    /// Returns some of the bytes of a whole body.
    fileprivate func part(_ range: Range<Int>) -> Self {
        switch self {
        case .whole(let data):
            let start = data?.startIndex ?? 0
            return .whole(data?[start + range.lowerBound..<start + range.upperBound])
        case .file(var part):
            part.range = range
            return .file(part)
        case .pieces:
            return self
        }
    }
}

extension CannedResponse.Failure {
    fileprivate func located(at url: URL) -> Self {
        .init(error: error.located(at: url), point: point)
    }
}

extension Error {
    /// Returns the error with its URL, as in errors of the URL loading system.
    func located(at url: URL) -> any Error {
        guard let error = self as? URLError, error.failingURL == nil else { return self }
        var userInfo = error.userInfo
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(error.code, userInfo: userInfo)
    }
}
