import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// A reader of a panel's events, which blocks its thread.
final class EventReader {
    struct Event: Sendable {
        let name: String
        let id: String?
        let data: JSONValue
    }

    let client: Client
    private var text = ""
    private(set) var comments = 0

    convenience init(
        _ visit: PanelVisit, of path: String = "/events", after id: String? = nil
    ) throws {
        try self.init(port: visit.panel.port, token: visit.token, of: path, after: id)
    }

    init(
        port: UInt16, token: String, of path: String = "/events", after id: String? = nil
    ) throws {
        client = try Client(port: port)
        let field = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        client.send(
            """
            GET /api/v1\(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Authorization: Bearer \(token)\r
            \(field)\r

            """)
        let reply = try client.reply(hasBody: false)
        guard reply.status == 200, reply["Content-Type"] == "text/event-stream" else {
            throw Client.Fault(description: "no events: \(reply)")
        }
    }

    /// Reads the next event; comments are counted.
    func next() throws -> Event {
        while true {
            let frame = try frame()
            if frame.hasPrefix(":") {
                comments += 1
                continue
            }
            var fields: [String: String] = [:]
            for line in frame.components(separatedBy: "\n") {
                let parts = line.components(separatedBy: ": ")
                fields[parts[0]] = parts.dropFirst().joined(separator: ": ")
            }
            let data = Data((fields["data"] ?? "").utf8)
            return Event(
                name: fields["event"] ?? "", id: fields["id"],
                data: try JSONReader.read(data))
        }
    }

    /// Reads on to an event that is so.
    func next(where isSo: (Event) -> Bool) throws -> Event {
        while true {
            let event = try next()
            if isSo(event) { return event }
        }
    }

    /// Reads the next event as text only.
    func skip() throws {
        while try frame().hasPrefix(":") {}
    }

    func waitForComment() throws {
        let before = comments
        while comments == before {
            if try frame().hasPrefix(":") { comments += 1 }
        }
    }

    private func frame() throws -> String {
        while true {
            if let end = text.range(of: "\n\n") {
                defer { text.removeSubrange(..<end.upperBound) }
                return String(text[..<end.lowerBound])
            }
            // A chunk: its size, and what has no line breaks of HTTP in it.
            _ = try client.text(before: "\r\n")
            text += try client.text(before: "\r\n")
        }
    }
}

extension PanelVisit {
    /// Waits until the log has changed so often; the last change may come after a reply.
    func waitForLogChanges(_ count: Int) async throws {
        let hasChanged = try await barricade.changeCounter.wait(
            timeout: .seconds(300), on: ContinuousClock()
        ) { [log = barricade.log] in log.changeCount >= count }
        #expect(hasChanged)
    }

    /// Runs what reads events on a thread of its own.
    func readEvents<Result: Sendable>(
        of path: String = "/events", after id: String? = nil,
        _ work: @escaping @Sendable (EventReader) throws -> Result
    ) async throws -> Result {
        try await onThread { try work(EventReader(self, of: path, after: id)) }
    }
}
