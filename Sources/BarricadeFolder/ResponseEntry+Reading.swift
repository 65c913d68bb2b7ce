import Barricade
import BarricadeCommon
import Foundation

extension ResponseEntry {
    /// Makes the response.
    ///
    /// - Parameter place: The place to note its faults at.
    func makeResponse(at place: ManifestPlace) -> CannedResponse {
        var response = CannedResponse(name ?? "", outcome, delay: delay)
        response.repeats = times
        if let recordedMark { response.recordedMark = recordedMark }
        response.recordedFor = requests ?? []
        if place.file.folder == nil { refuseForeignKeys(at: place) }
        // After a known mistake, further faults may only follow from it.
        if !place.file.hasFault(below: place.path) {
            for fault in response.faults { place.note("cannot be sent: \(fault)") }
        }
        return response
    }

    /// Notes what only the code or a folder may say: such a response would leave this process.
    private func refuseForeignKeys(at place: ManifestPlace) {
        let code = "can only be made in code or in a folder"
        place.refuse("redirect", "is a redirect, which \(code)")
        place.refuse("live", "asks the real server, which \(code)")
        place.refuse("recorded", "is for what was recorded into a folder")
        place.refuse("for", "is for what was recorded into a folder")
        if 300..<400 ~= status ?? 200, headers?.contains(where: { $0.isNamed("Location") }) == true
        {
            place.refuse("headers", "make a redirect with the status, which \(code)")
        }
    }

    private var outcome: CannedResponse.Outcome {
        if let error { return .failure(error) }
        if live != nil { return .live(nil) }
        if neverAnswers != nil { return .never }
        if let sequence {
            return .series(
                ResponseSeries(
                    elements: sequence.compactMap {
                        $0.element(refusing: ["weight"], "\"weighted\"")
                    },
                    order: .inTurn(end ?? .repeatLast)))
        }
        if let weighted {
            return .series(
                ResponseSeries(
                    elements: weighted.compactMap {
                        $0.element(refusing: ["times", "for"], "a sequence")
                    },
                    order: .weighted(weighted.map { $0.weight ?? 1 })))
        }
        return .reply(reply)
    }

    /// Makes a response of another one, which refuses the keys of those in other places.
    private func element(refusing keys: [String], _ owner: String) -> CannedResponse? {
        for key in keys { place?.refuse(key, "is for the responses of \(owner)") }
        return place.map(makeResponse)
    }

    private var reply: CannedResponse.Reply {
        var fields = HTTP.Headers(headers ?? [])
        if let redirect { fields["Location"] = redirect }
        var reply = CannedResponse.Reply(
            status: HTTP.Status(status ?? (redirect == nil ? 200 : 302)), headers: fields,
            httpVersion: httpVersion ?? "HTTP/1.1", body: body)
        reply.failure = failing
        reply.isRedirect = redirect != nil
        reply.isMalformed = malformingJSON ?? false
        if let setting { reply.handler = JSONSettings(setting) }
        return reply
    }

    private var body: ResponseBody {
        var body = ResponseBody.none
        if let file { body = .file(file) }
        if let json { body = .data(Data(json.compact.utf8), contentType: MediaType.json) }
        if let text { body = .text(text) }
        if let base64 { body = .data(base64) }
        if let events { body = .events(events.map(\.serverSentEvent), every: pause ?? .zero) }
        if let chunks {
            body = .chunks(
                chunks, every: pause ?? .zero, contentType: Self.contentType(ofChunks: chunks))
        }
        guard let contentType else { return body }
        return body.ofType(contentType.isEmpty ? nil : contentType)
    }

    /// Returns the content type of chunks if the manifest names none.
    static func contentType(ofChunks chunks: [Data]) -> String {
        chunks.allSatisfy { $0.plainText != nil } ? MediaType.text : MediaType.unknown
    }
}
