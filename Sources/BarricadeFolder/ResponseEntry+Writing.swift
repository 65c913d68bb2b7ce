import Barricade
import BarricadeCommon
import BarricadeResources
import Foundation

extension ResponseEntry {
    /// Makes the entry of a response; notes code in the plan.
    init(_ response: CannedResponse, in plan: FolderPlan) {
        name = response.name.isEmpty ? nil : response.name
        times = response.repeats
        delay = response.delay
        recordedMark = response.recordedMark
        requests = response.recordedFor.isEmpty ? nil : response.recordedFor
        for fault in response.faults { plan.note("cannot be sent: \(fault)") }
        switch response.outcome {
        case .reply(let reply):
            write(reply, in: plan)
        case .failure(let failure):
            if let fault = ErrorEntry.fault(of: failure) {
                plan.note("cannot be written: \(fault)")
            }
            error = failure
        case .live(nil):
            live = true
        case .live:
            plan.note("changes the real server's reply with a closure")
        case .never:
            neverAnswers = true
        case .series(let series):
            write(series, in: plan)
        case .handler:
            plan.note(
                response.resource == nil
                    ? "is a handler"
                    : "is that of a resource of the app's own type, or one that was changed")
        }
    }

    private mutating func write(_ series: ResponseSeries, in plan: FolderPlan) {
        var entries = series.elements.map { ResponseEntry($0, in: plan) }
        switch series.order {
        case .inTurn(let then):
            sequence = entries
            end = then == .repeatLast ? nil : then
        case .weighted(let weights):
            for (index, weight) in weights.enumerated() where weight != 1 {
                entries[index].weight = weight
            }
            weighted = entries
        }
    }

    private mutating func write(_ reply: CannedResponse.Reply, in plan: FolderPlan) {
        var fields = reply.headers
        if reply.isRedirect {
            redirect = fields["Location"]
            fields["Location"] = nil
        }
        if reply.status != (reply.isRedirect ? .found : .ok) { status = reply.status.rawValue }
        if !fields.fields.isEmpty { headers = fields.fields }
        if reply.httpVersion != "HTTP/1.1" { httpVersion = reply.httpVersion }
        if reply.isMalformed { malformingJSON = true }
        setting = (reply.handler as? JSONSettings)?.settings
        failing = reply.failure
        if let failure = reply.failure, let fault = ErrorEntry.fault(of: failure.error) {
            plan.note("cannot be written: \(fault)")
        }
        let type = write(reply.body, in: plan)
        // The response's own field overrides that of the body.
        if reply.body.contentType != type, fields["Content-Type"] == nil {
            contentType = reply.body.contentType ?? ""
        }
    }

    /// Writes a body; returns its content type if the manifest names none.
    private mutating func write(_ body: ResponseBody, in plan: FolderPlan) -> String? {
        switch body.kind {
        case .none:
            return nil
        case .data(let data):
            return write(data, as: body.contentType ?? "")
        case .file(let name, let location):
            let path = plan.path(ofFile: name, at: location)
            file = path
            return ResponseBody.file(path).contentType
        case .pieces(.paced(let pieces, let every)):
            chunks = pieces
            pause = every == .zero ? nil : every
            return Self.contentType(ofChunks: pieces)
        case .pieces(.events(let pieces, let every)):
            events = pieces.map { EventEntry(String(decoding: $0, as: UTF8.self)) }
            pause = every == .zero ? nil : every
            return ResponseBody.events([]).contentType
        case .pieces(.stream):
            plan.note("streams its body from a closure")
            return nil
        case .unusable:
            return nil
        }
    }

    private mutating func write(_ data: Data, as contentType: String) -> String? {
        let type = ContentType(parsing: contentType)?.name ?? ""
        if type == MediaType.json || type.hasSuffix("+json"),
            let node = try? JSONNode.read(Array(data)),
            Data(node.compact.utf8) == data
        {
            json = node
            return MediaType.json
        }
        if type != MediaType.unknown, let plain = data.plainText {
            text = plain
            return MediaType.text
        }
        base64 = data
        return MediaType.unknown
    }
}
