import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What a request gets of a response, when it comes.
extension PreparedResponse {
    /// Makes the answer to a request, reading the body's file if there is one.
    func answer(to request: BarricadeRequest) -> Answer {
        if let whole = made.withLock({ $0.whole }), whole.url == request.url,
            whole.method == request.method, !RequestedPart.isNamed(in: request.urlRequest)
        {
            return whole.answer
        }
        if let fault { return .failure(fault) }
        switch response.outcome {
        case .live:
            return .live
        case .never:
            return .never
        case .failure(let error):
            return .failure(error.located(at: request.url))
        case .handler(let handler):
            return .handler { [self] in sibling(try await handler(request)) }
        case .series:
            // The next one is asked in its place; only a fault gets here, and has been given.
            return .never
        case .reply(let reply):
            do {
                return try answer(reply, to: request)
            } catch {
                return .failure(error)
            }
        }
    }

    private func answer(
        _ reply: CannedResponse.Reply, to request: BarricadeRequest
    ) throws(BarricadeError) -> Answer {
        let (body, head) = try represented(reply, to: request)
        guard let response = httpResponse(reply, head, to: request.url) else {
            return .failure(URLError(.badServerResponse))
        }
        var failure = reply.failure
        if let planned = failure {
            failure = .init(error: planned.error.located(at: request.url), point: planned.point)
        }
        let answer = Answer.response(
            response,
            Content(
                body: request.method == .head ? .whole(nil) : body, failure: failure,
                cookies: cookies))
        if head.part == .whole, case .data = reply.body.kind {
            made.withLock { $0.whole = (request.url, request.method, answer) }
        }
        return answer
    }

    /// What differs between the heads of a response's answers.
    struct Head: Equatable {
        var length: Int?
        var tag: EntityTag?
        var part = RequestedPart.whole
        /// The size of the whole body, of which the answer may be a part.
        var size: Int?
    }

    /// Returns the body as it is now, or the part of it that the request wants.
    private func represented(
        _ reply: CannedResponse.Reply, to request: BarricadeRequest
    ) throws(BarricadeError) -> (Content.Body, Head) {
        var body: Content.Body
        var head: Head
        let isConditional =
            reply.status == .ok && (request.method == .get || request.method == .head)
        let given = isConditional ? validators.tag : nil
        switch reply.body.kind {
        case .none, .unusable:
            return (.whole(nil), Head())
        case .pieces(let pieces):
            return (.pieces(pieces), Head(length: pieces.size))
        case .data(var data):
            if reply.isMalformed { data.malform() }
            let tag = isConditional && !isForOneRequest ? given ?? tag(of: data) : given
            (body, head) = (.whole(data), Head(length: data.count, tag: tag))
        case .file:
            guard let part = try file?.find() else { return (.whole(nil), Head()) }
            let tag = isConditional ? given ?? part.tag : nil
            (body, head) = (.file(part), Head(length: part.range.count, tag: tag))
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
        case .notModified, .unsatisfiable:
            (body, head.length) = (.whole(nil), head.part == .notModified ? nil : 0)
        case .range(let range):
            head.length = range.count
            body = body.part(range)
        }
        return (body, head)
    }

    private func tag(of data: Data) -> EntityTag {
        if let tag = made.withLock({ $0.tag }) { return tag }
        let tag = EntityTag.data(data)
        made.withLock { $0.tag = tag }
        return tag
    }

    private func httpResponse(
        _ reply: CannedResponse.Reply, _ head: Head, to url: URL
    ) -> HTTPURLResponse? {
        let latest = made.withLock { made in made.latest.flatMap { $0.head == head ? $0 : nil } }
        if let latest, latest.url == url { return latest.response }
        let fields = latest?.fields ?? headers(head).joined
        let response = HTTPURLResponse(
            url: url, statusCode: status(reply, head).rawValue, httpVersion: reply.httpVersion,
            headerFields: fields)
        if let response {
            made.withLock { $0.latest = (url, head, fields, response) }
        }
        return response
    }

    private func status(_ reply: CannedResponse.Reply, _ head: Head) -> HTTPStatus {
        switch head.part {
        case .whole: reply.status
        case .notModified: .notModified
        case .range: .partialContent
        case .unsatisfiable: .rangeNotSatisfiable
        }
    }

    private func headers(_ head: Head) -> HTTPHeaders {
        var headers = headers
        if let tag = head.tag { headers["ETag"] = tag.text }
        switch head.part {
        case .whole:
            if file != nil, head.tag != nil { headers["Accept-Ranges"] = "bytes" }
        case .notModified:
            headers["Content-Type"] = nil
            headers["Content-Length"] = nil
        case .range(let range):
            let last = range.upperBound - 1
            headers["Content-Range"] = "bytes \(range.lowerBound)-\(last)/\(head.size ?? 0)"
            headers["Content-Length"] = nil
        case .unsatisfiable:
            headers["Content-Range"] = "bytes */\(head.size ?? 0)"
            headers["Content-Length"] = nil
        }
        if headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil,
            let length = head.length
        {
            headers.append("Content-Length", "\(length)")
        }
        return headers
    }
}

extension PreparedResponse.Content.Body {
    /// Returns some of the bytes of a body that is known as a whole.
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

extension Data {
    /// Makes JSON into something else, of the same size.
    fileprivate mutating func malform() {
        if let last = indices.last { self[last] = UInt8(ascii: ",") }
    }
}

extension Error {
    /// The error with the URL it is about, which those of the URL loading system carry.
    fileprivate func located(at url: URL) -> any Error {
        guard let error = self as? URLError, error.failingURL == nil else { return self }
        var userInfo = error.userInfo
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(error.code, userInfo: userInfo)
    }
}
