import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A canned response with all that can be made before a request comes.
final class PreparedResponse: Sendable {
    /// What a request gets.
    enum Answer: Sendable {
        case response(HTTPURLResponse, Data?)
        case failure(any Error)
        case live
    }

    let response: CannedResponse
    /// The wait that the response or its set asks for; `nil` leaves it to the barricade.
    let delay: Duration?
    private let fault: BarricadeError?
    private let headers: HTTPHeaders
    private let file: BodyFile?
    /// The latest response built; the next request is for the same URL more often than not.
    private let latest = Mutex<(url: URL, length: Int?, response: HTTPURLResponse)?>(nil)

    init(_ response: CannedResponse, of set: ResponseSet, files: [FileLocation]) {
        self.response = response
        let delay = response.delay ?? set.delay
        self.delay = delay?.duration
        let faults =
            response.faults + (response.delay == nil ? [set.delay?.fault] : []).compactMap(\.self)
        fault =
            faults.isEmpty
            ? nil
            : BarricadeError(
                .invalidDefinition,
                """
                Response "\(response.name)" of set "\(set.name)" (\(set.origin.text)) cannot be given: \
                \(faults.joined(separator: "; ")).
                """)
        guard case .reply(let reply) = response.outcome else {
            headers = [:]
            file = nil
            return
        }
        var headers = reply.headers
        if headers["Content-Type"] == nil, let contentType = reply.body.contentType {
            headers.append("Content-Type", contentType)
        }
        self.headers = headers
        file =
            if case .file(let name, let location) = reply.body.kind {
                BodyFile(name: name, locations: location.map { [$0] } ?? files)
            } else {
                nil
            }
    }

    var name: String { response.name }

    /// Whether requests go to the real server.
    var isLive: Bool { if case .live = response.outcome { true } else { false } }

    /// What keeps the response from being given, a missing file among it; `nil` as a rule.
    func check() -> BarricadeError? {
        if let fault { return fault }
        do {
            _ = try file?.read()
            return nil
        } catch {
            return error
        }
    }

    /// Makes the answer to a request, reading the body's file if there is one.
    func answer(to request: BarricadeRequest) -> Answer {
        if let fault { return .failure(fault) }
        switch response.outcome {
        case .live:
            return .live
        case .failure(let error):
            return .failure(Self.located(error, at: request.url))
        case .reply(let reply):
            do {
                let body = try body(of: reply)
                guard let response = httpResponse(reply, to: request.url, length: body?.count)
                else {
                    return .failure(URLError(.badServerResponse))
                }
                return .response(response, body)
            } catch {
                return .failure(error)
            }
        }
    }

    private func body(of reply: CannedResponse.Reply) throws(BarricadeError) -> Data? {
        if let file { return try file.read() }
        guard case .data(let data) = reply.body.kind else { return nil }
        return data
    }

    private func httpResponse(
        _ reply: CannedResponse.Reply, to url: URL, length: Int?
    ) -> HTTPURLResponse? {
        let built = latest.withLock { latest in
            latest.flatMap { $0.url == url && $0.length == length ? $0.response : nil }
        }
        if let built { return built }
        var headers = headers
        if headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil, let length {
            headers.append("Content-Length", "\(length)")
        }
        let response = HTTPURLResponse(
            url: url, statusCode: reply.status.rawValue, httpVersion: reply.httpVersion,
            headerFields: headers.joined)
        if let response {
            latest.withLock { $0 = (url, length, response) }
        }
        return response
    }

    /// An error of the URL loading system names the URL it is about, as real ones do.
    private static func located(_ error: any Error, at url: URL) -> any Error {
        guard let error = error as? URLError, error.failingURL == nil else { return error }
        var userInfo = error.userInfo
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(error.code, userInfo: userInfo)
    }
}
