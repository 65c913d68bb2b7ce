package import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// A response as it was recorded, with its name in its set.
package struct RecordedResponse: Sendable {
    /// The name, unique in its set: `200`, `200 (2)`, `Timed Out`.
    package let name: String
    package internal(set) var outcome: Exchange.Outcome
    /// The delay of the canned response; `nil` means none of its own.
    package let delay: ResponseDelay?
    /// The requests that it was recorded for, if its set matches other requests too.
    var requests: [RecordedRequest] = []
    /// The ``Redactor/generation`` when the outcome was redacted.
    var generation = 0

    /// The most requests that its canned response lists.
    static let mostRequests = 100

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
        canned.recordedFor =
            requests.count > Self.mostRequests ? [] : requests.compactMap(\.matcher)
        return canned
    }

    /// The extension for the file of its body: `json`; `nil` if it has no body.
    package var fileExtension: String? {
        guard case .reply(let reply) = outcome, !reply.body.isEmpty else { return nil }
        return MediaType.fileExtension(of: reply.headers.contentType)
    }

    /// Returns the bytes for a file of its body, and their digest; JSON is indented for people,
    /// with the same tokens.
    ///
    /// - Parameter fileExtension: The extension of the file.
    func file(ofType fileExtension: String?) -> (data: Data, fingerprint: BodyFingerprint) {
        guard case .reply(let reply) = outcome else { return (Data(), BodyFingerprint(Data())) }
        let data = reply.body
        guard fileExtension == "json", VolatilePaths.mayCompare(data),
            let layout = try? JSONLayout(Array(data))
        else { return (data, BodyFingerprint(data)) }
        let written = layout.laidOut
        return (written, BodyFingerprint(bytes: Data(layout.compact.utf8)))
    }
}

extension Exchange.Outcome {
    /// The outcome with a body of one byte in place of a longer one.
    var withAnyContent: Exchange.Outcome {
        guard case .reply(var reply) = self, !reply.body.isEmpty else { return self }
        reply.body = Data("x".utf8)
        return .reply(reply)
    }

    /// The usual name of a response with this outcome: `404`, `Not Connected To Internet`.
    var title: String {
        switch self {
        case .reply(let reply): "\(reply.status)"
        case .failure(let code):
            code.name?.replacing(/[A-Z]/) { " \($0.output)" }.capitalized
                ?? "Error \(code.rawValue)"
        }
    }

    /// Makes the outcome of a canned response; `nil` if it is not the same for each request.
    ///
    /// - Throws: `BarricadeError` if the file of its body cannot be read.
    init?(_ response: CannedResponse, in files: FileLocation) throws(BarricadeError) {
        if let code = response.errorCode {
            self = .failure(code)
        } else if let plain = response.plainReply {
            let body = try plain.bytes(in: files)
            self = .reply(
                .init(status: plain.reply.status, headers: plain.reply.completeHeaders, body: body))
        } else {
            return nil
        }
    }
}

extension Exchange.Reply {
    fileprivate func canned(
        _ name: String, file: String?, in location: FileLocation?, delay: ResponseDelay?
    ) -> CannedResponse {
        var headers = headers
        if status.isRedirection, body.isEmpty, let location = headers["Location"],
            Location(location).fault == nil
        {
            headers["Location"] = nil
            return CannedResponse(
                name, status: status, redirect: location, headers: headers, delay: delay)
        }
        guard !body.isEmpty else {
            return CannedResponse(name, status: status, headers: headers, delay: delay)
        }
        // The body has the content type, so that no header field repeats it.
        let type = headers["Content-Type"]
        if type != nil { headers["Content-Type"] = nil }
        let canned: ResponseBody = file.map { .file($0, in: location) } ?? .data(body)
        return CannedResponse(
            name, status: status, headers: headers, body: canned.ofType(type), delay: delay)
    }
}

extension MediaType {
    /// Returns the usual file extension of a content type, without the dot; `bin` if it has none.
    fileprivate static func fileExtension(of type: ContentType?) -> String {
        guard let name = type?.name else { return "bin" }
        if let known = extensionsByName[name] { return known }
        // Obsolete names of text/javascript are still common (RFC 9239).
        if name.hasSuffix("javascript") { return "js" }
        if isJSON(name) { return "json" }
        if name.hasSuffix("+xml") || name == "text/xml" { return "xml" }
        return name.hasPrefix("text/") ? "txt" : "bin"
    }

    private static let extensionsByName = Dictionary(
        byExtension.keys.sorted().compactMap { fileExtension in
            ContentType(parsing: forExtension(fileExtension)).map { ($0.name, fileExtension) }
        }
    ) { first, second in
        ["htm", "jpeg", "proto", "yaml"].contains(first) ? second : first
    }
}
