package import Barricade
import BarricadeCommon
import Foundation

/// A response as it was recorded, with its name in its set.
package struct RecordedResponse: Sendable {
    /// The name, unique in its set: `200`, `200 (2)`, `Timed Out`.
    package let name: String
    package private(set) var outcome: Exchange.Outcome
    /// The delay of the canned response; `nil` means none of its own.
    package let delay: ResponseDelay?

    /// The paths with queries that it was recorded for, if its set matches other requests too.
    var requests: [String]

    /// The ``Redactor/generation`` when the outcome was redacted.
    private(set) var generation = 0

    init(
        name: String, outcome: Exchange.Outcome, delay: ResponseDelay? = nil,
        requests: [String] = [], generation: Int = 0
    ) {
        (self.name, self.outcome, self.delay) = (name, outcome, delay)
        self.requests = requests
        self.generation = generation
    }

    /// The most requests that its canned response lists.
    static let mostRequests = 100

    /// Replaces the outcome by one that was redacted again.
    mutating func replaceOutcome(_ outcome: Exchange.Outcome, generation: Int) {
        (self.outcome, self.generation) = (outcome, generation)
    }

    /// Returns the canned response.
    ///
    /// - Parameters:
    ///   - file: The path of the body's file; `nil` means the recorded body.
    ///   - location: The location of the file; `nil` means that of its set.
    package func canned(file: String? = nil, in location: FileLocation? = nil) -> CannedResponse {
        var canned =
            switch outcome {
            case .failure(let code): CannedResponse(name, error: code, delay: delay)
            case .reply(let reply): reply.canned(name, file: file, in: location, delay: delay)
            }
        // With more, it is for any request.
        canned.recordedFor = requests.count > Self.mostRequests ? [] : requests
        return canned
    }

    /// The extension for the file of its body: `json`; `nil` if it has no body.
    package var fileExtension: String? {
        guard case .reply(let reply) = outcome, !reply.body.isEmpty else { return nil }
        return MediaType.fileExtension(of: reply.contentType)
    }

    /// Returns the bytes for a file of its body, and their digest; JSON is indented for people,
    /// with the same tokens.
    func file() throws -> (data: Data, fingerprint: BodyFingerprint) {
        guard case .reply(let reply) = outcome else { return (Data(), BodyFingerprint(Data())) }
        let data = try reply.body.data()
        guard fileExtension == "json", let node = try? JSONNode.read(Array(data)) else {
            return (data, BodyFingerprint(data))
        }
        let written = Data(node.laidOut.utf8)
        return (written, BodyFingerprint(written, reading: node))
    }
}

extension Exchange.Outcome {
    /// The usual name of a response with this outcome: `404`, `Not Connected To Internet`.
    var title: String {
        switch self {
        case .reply(let reply): return "\(reply.status)"
        case .failure(let code):
            guard let name = code.name else { return "Error \(code.rawValue)" }
            return name.reduce(into: "") { title, letter in
                if letter.isUppercase { title += " " }
                title += title.isEmpty ? letter.uppercased() : String(letter)
            }
        }
    }

    /// Returns whether two outcomes are the same to an app.
    ///
    /// - Parameter ignoringFields: Whether header fields are ignored, except a redirect's target.
    func isSame(as other: Exchange.Outcome, ignoringFields: Bool = false) -> Bool {
        switch (self, other) {
        case (.failure(let code), .failure(let otherCode)):
            code == otherCode
        case (.reply(let reply), .reply(let other)):
            reply.status == other.status && reply.hasSameBody(as: other)
                && (ignoringFields
                    ? reply.headers["Location"] == other.headers["Location"]
                    : reply.lastingFields == other.lastingFields)
        case (.failure, .reply), (.reply, .failure):
            false
        }
    }
}

extension Exchange.Reply {
    var contentType: ContentType? {
        headers["Content-Type"].flatMap(ContentType.init(parsing:))
    }

    fileprivate func canned(
        _ name: String, file: String?, in location: FileLocation?, delay: ResponseDelay?
    ) -> CannedResponse {
        var headers = headers
        if status.isRedirection, body.isEmpty, let location = headers["Location"],
            Location(location).fault == nil
        {
            headers["Location"] = nil
            return CannedResponse(
                name, redirect: location, status: status, headers: headers, delay: delay)
        }
        guard !body.isEmpty else {
            return CannedResponse(name, status: status, headers: headers, delay: delay)
        }
        // The body has the content type, so that no header field repeats it.
        let type = headers["Content-Type"]
        if type != nil { headers["Content-Type"] = nil }
        let canned: ResponseBody =
            switch (file, body) {
            case (let file?, _): .file(file, in: location)
            case (nil, .data(let data)): .data(data)
            case (nil, .file(let url)): .file(url)
            }
        return CannedResponse(
            name, status: status, headers: headers, body: canned.ofType(type), delay: delay)
    }

    fileprivate func hasSameBody(as other: Exchange.Reply) -> Bool {
        if let fingerprint, let other = other.fingerprint { return fingerprint == other }
        return body.isSame(as: other.body)
    }

    private static let passingFields = ["age", "date", "etag", "expires", "last-modified"]

    /// The header fields without those that differ from reply to reply; of cookies, only the names.
    fileprivate var lastingFields: [HTTP.Headers.Field] {
        headers.fields.compactMap { field in
            let name = field.name.lowercased()
            if Self.passingFields.contains(name) || name.hasPrefix("x-ratelimit-") { return nil }
            guard name == "set-cookie" else { return field }
            return HTTP.Headers.Field(field.name, String(field.value.prefix { $0 != "=" }))
        }.ordered { $0.name.lowercased() }
    }
}

extension Exchange.Body {
    /// Whether there are no bytes.
    package var isEmpty: Bool {
        switch self {
        case .data(let data): data.isEmpty
        case .file(let url): (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) == 0
        }
    }

    fileprivate func isSame(as other: Exchange.Body) -> Bool {
        switch (self, other) {
        case (.data(let data), .data(let otherData)):
            data == otherData
        case (.file(let url), .file(let otherURL)):
            FileManager.default.contentsEqual(atPath: url.path, andPath: otherURL.path)
        case (.data(let data), .file(let url)), (.file(let url), .data(let data)):
            (try? Data(contentsOf: url, options: .mappedIfSafe)) == data
        }
    }
}
