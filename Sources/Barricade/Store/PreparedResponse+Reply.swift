import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PreparedResponse {
    /// All of a reply but its `HTTPURLResponse`; a class, since most requests share it.
    final class Content: Sendable {
        enum Body: Sendable {
            /// All bytes in memory; empty if there is no body.
            case whole(Data)
            case file(FilePart)
            case pieces(BodyPieces)
        }

        let body: Body
        /// The failure that ends the load before the end of the body.
        let failure: CannedResponse.Failure?
        /// The length after which a loader ends the body; `nil` if it has no more.
        let length: Int?
        /// The values of the `Set-Cookie` fields.
        let cookies: [String]
        /// The head of a canned response; `nil` for a real server's.
        let head: ResponseHead?
        /// Whether an app's loader gives the body as it is.
        let isPlain: Bool

        init(
            body: Body, failure: CannedResponse.Failure? = nil, length: Int? = nil,
            cookies: [String] = [], head: ResponseHead? = nil, isHead: Bool = false
        ) {
            self.body = body
            self.failure = failure
            self.length = length
            self.cookies = cookies
            self.head = head
            isPlain = isHead || head.map(body.isPlain) ?? true
        }

        /// Returns the content as an app's loader gives it: inflated, with the length that its field
        /// promises, or without a body.
        func received() throws -> Content {
            guard let head else { return self }
            var (body, failure, length) = (body, failure, length)
            if head.status.hasNoBody {
                (body, failure) = (.whole(Data()), nil)
            } else if let coding = head.fields["Content-Encoding"],
                let format = Inflate.Format(coding: coding)
            {
                do throws(BarricadeError) {
                    body = body.carrying(try Inflate.data(try body.bytes(), format))
                } catch {
                    let message = """
                        cannot decode raw data: the body is \(error.message). To fix: leave out \
                        Content-Encoding: \(coding), which is for compressed bytes.
                        """
                    let info = [NSLocalizedDescriptionKey: message]
                    let wrong = URLError(.cannotDecodeRawData, userInfo: info)
                    (body, failure) = (.whole(Data()), (wrong, .headers))
                }
            } else if let promised = head.fields.length, let size = body.size, failure == nil {
                if size > promised { length = promised }
                if size < promised { failure = (URLError(.networkConnectionLost), .bytes(size)) }
            }
            return Content(body: body, failure: failure, length: length, cookies: cookies)
        }
    }

    /// The cached parts for later requests: the latest head, and responses that have it.
    ///
    /// Making an `HTTPURLResponse` takes a tenth of a request's time. A class, so that no code is
    /// needed to copy it.
    final class Cache {
        private var head: ResponseHead?
        /// The fields of the head, for `HTTPURLResponse`.
        private var fields: [String: String] = [:]
        /// The content for requests of a method, if it never changes: a whole body in memory.
        private var lasting: (content: Content, method: HTTP.Method)?
        /// Responses with the head, in the order of their use.
        private var responses: [(response: HTTPURLResponse, url: URL)] = []
        /// The tag of a body in memory.
        var tag: EntityTag?

        /// Returns the reply to every request of a method; `nil` if it may differ between requests.
        func reply(to method: HTTP.Method, at url: URL) -> (HTTPURLResponse, Content)? {
            guard let lasting, lasting.method == method, let response = response(at: url) else {
                return nil
            }
            return (response, lasting.content)
        }

        /// Keeps a head, and returns a response with it; `nil` if the platform cannot make one.
        func keep(
            _ head: ResponseHead, at url: URL, lasting: (Content, HTTP.Method)?
        ) -> HTTPURLResponse? {
            if self.head != head {
                (self.head, fields, self.lasting) = (head, head.fields.joined, nil)
                responses = []
            }
            if let lasting { self.lasting = lasting }
            return response(at: url)
        }

        /// Returns the latest response if it has the URL, or the oldest one if it is unused, or a new
        /// one.
        private func response(at url: URL) -> HTTPURLResponse? {
            if let latest = responses.last, latest.url == url { return latest.response }
            if !responses.isEmpty, HTTPURLResponse.move(&responses[0].response, to: url) {
                let moved = responses.removeFirst().response
                responses.append((moved, url))
                return moved
            }
            guard let head,
                let new = MovableResponse(
                    url: url, statusCode: head.status.rawValue, httpVersion: head.version,
                    headerFields: fields)
            else { return nil }
            if responses.count == HTTPURLResponse.mostKept { responses.removeFirst() }
            responses.append((new, url))
            return new
        }
    }

    /// Makes the reply to a request: reads its file, and finds the part that the request wants.
    func reply(to request: BarricadeRequest) throws -> (HTTPURLResponse, Content) {
        let wantsPart = RequestedPart.isNamed(in: request.urlRequest)
        if !isForOneRequest, !wantsPart,
            let known = cache.withLock({ $0.reply(to: request.method, at: request.url) })
        {
            return known
        }
        guard let reply = definition.reply else { throw URLError(.badServerResponse) }
        let representation = try represented(reply, to: request, wantsPart: wantsPart)
        let head = ResponseHead(
            status: representation.status, version: reply.httpVersion,
            fields: representation.fields, own: headers)
        let body = representation.body ?? .whole(Data())
        let isHead = request.method == .head
        let content = Content(
            body: isHead ? .whole(Data()) : body, failure: isHead ? nil : reply.failure,
            cookies: headers.values(of: "Set-Cookie"), head: head, isHead: isHead)
        let isLasting = !isForOneRequest && file == nil && !wantsPart && body.isWhole
        let response = cache.withLock {
            $0.keep(
                head, at: request.url, lasting: isLasting ? (content, request.method) : nil)
        }
        guard let response else { throw URLError(.badServerResponse) }
        return (response, content)
    }

    /// Returns the current reply, or the part of it that the request wants.
    private func represented(
        _ reply: CannedResponse.Reply, to request: BarricadeRequest, wantsPart: Bool
    ) throws(BarricadeError) -> Representation {
        let original = try body(of: reply)
        let whole = Representation(
            status: reply.status, fields: headers,
            body: reply.isMalformed ? try original?.malformed() : original,
            comesInRanges: file != nil)
        // A body that breaks off has no parts and no tag, by which a client could complete it.
        guard reply.failure == nil, whole.isSelectable(by: request.method) else {
            // It is unknown what would come, to a GET or if it did not break off.
            let isOpen = original == nil && (reply.failure != nil || request.method == .head)
            return isOpen ? whole : whole.framed
        }
        let tag = tag(of: whole.body, from: original)
        let part =
            wantsPart
            ? RequestedPart(
                of: request.urlRequest, tag: tag, date: headers["Last-Modified"],
                size: whole.length ?? 0)
            : .whole
        return whole.selecting(part, tag: tag).framed
    }

    /// Returns the whole body; `nil` if there is none.
    private func body(of reply: CannedResponse.Reply) throws(BarricadeError) -> Content.Body? {
        switch reply.body.kind {
        case .none, .unusable: return nil
        case .pieces(let pieces): return .pieces(pieces)
        case .data(let data): return .whole(data)
        case .file:
            guard let file else { return nil }
            return .file(try file.find())
        }
    }

    /// Returns the tag of a body: the response's own, or that of its file or bytes.
    private func tag(of body: Content.Body?, from original: Content.Body?) -> EntityTag? {
        if let own = headers["ETag"] { return EntityTag(text: own) }
        if case .file(let part) = original { return part.file.tag }
        guard !isForOneRequest, case .whole(let data) = body else { return nil }
        return tag(of: data)
    }

    private func tag(of data: Data) -> EntityTag {
        if let tag = cache.withLock({ $0.tag }) { return tag }
        let tag = EntityTag.data(data)
        cache.withLock { $0.tag = tag }
        return tag
    }
}

extension PreparedResponse.Content {
    /// The number of bytes of the body to send, and of pieces if it comes in pieces.
    var limits: (bytes: Int, pieces: Int) {
        switch failure?.point {
        case .headers: (0, .max)
        case .bytes(let count): (count, .max)
        case .chunks(let count), .events(let count): (.max, count)
        case nil: (length ?? .max, .max)
        }
    }
}

/// The head of a response, except its URL.
package struct ResponseHead: Sendable, Equatable {
    var status: HTTP.Status
    let version: String
    /// The response's own fields, and those that follow from the body.
    package var fields: HTTP.Headers
    /// The response's own fields alone.
    package let own: HTTP.Headers
}
