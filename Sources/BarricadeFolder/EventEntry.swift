import Barricade

/// A server-sent event in a manifest: its data, or its fields.
struct EventEntry: ManifestEntry {
    var data: String?
    var event: String?
    var id: String?
    var retry: Duration?
    var commentLine: String?

    static let object = ManifestObject<EventEntry>(
        "an event", rules: [.excludes("commentLine", ["data", "event", "id", "retry"])]
    ) {
        Key("event", \.event, .text, "The type; without it, clients take it as message.")
        Key("id", \.id, .text, "The Last-Event-ID of a client that reconnects.")
        Key("retry", \.retry, .seconds(), "The wait before a client reconnects.")
        Key("data", \.data, .text)
        Key("commentLine", \.commentLine, .text, "A comment, which clients ignore.")
    }

    static let form = ManifestForm<EventEntry>.short(
        .text, or: object.form, lengthened: { EventEntry(data: $0) },
        shortened: { entry in
            entry.event == nil && entry.id == nil && entry.retry == nil ? entry.data : nil
        })
}

extension EventEntry {
    /// Reads the lines of an event that `ServerSentEvent` has written.
    init(_ text: String) {
        // Split bytes: a combining mark would join the space before it.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let value = String(Substring(line.dropFirst(name.count + 2)))
            switch String(Substring(name)) {
            case "": commentLine = commentLine.map { "\($0)\n\(value)" } ?? value
            case "data": data = data.map { "\($0)\n\(value)" } ?? value
            case "event": event = value
            case "id": id = value
            default: retry = Int64(value).map { .milliseconds($0) }
            }
        }
    }

    var serverSentEvent: ResponseBody.ServerSentEvent {
        commentLine.map { .comment($0) }
            ?? ResponseBody.ServerSentEvent(data, event: event, id: id, retry: retry)
    }
}
