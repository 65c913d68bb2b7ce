import Barricade
import BarricadeCommon
import Foundation

/// A response in a manifest; `nil` means that the key is missing.
struct ResponseEntry: ManifestEntry {
    var place: ManifestPlace?
    var name: String?
    var weight: Double?
    var times: Int?
    var status: Int?
    var headers: [HTTP.Headers.Field]?
    var httpVersion: String?
    var contentType: String?
    var file: String?
    var json: JSONNode?
    var text: String?
    var base64: Data?
    var events: [EventEntry]?
    var chunks: [Data]?
    var pause: Duration?
    var malformingJSON: Bool?
    var setting: [JSONSetting]?
    var failing: CannedResponse.Failure?
    var redirect: String?
    var error: (any Error)?
    var live: Bool?
    var neverAnswers: Bool?
    var sequence: [ResponseEntry]?
    var end: CannedResponse.SequenceEnd?
    var weighted: [ResponseEntry]?
    var delay: ResponseDelay?
    var recordedMark: String?
    /// `nil` if it is for any request.
    var requests: [RequestMatcher]?

    private static let bodies = ["file", "json", "text", "base64", "events", "chunks"]
    /// The keys that only replies have.
    private static let replies =
        ["status", "headers", "httpVersion", "malformingJSON", "setting", "failing"]

    static let object: ManifestObject<ResponseEntry> = ManifestObject(
        "a response",
        rules: [
            .oneAtMost(
                bodies + ["redirect", "error", "live", "neverAnswers", "sequence", "weighted"]),
            .needs("contentType", oneOf: ["file", "json", "text", "base64", "chunks"]),
            .needs("every", oneOf: ["events", "chunks"]),
            .needs("malformingJSON", oneOf: ["file", "json", "text", "base64"]),
            .needs("setting", oneOf: ["file", "json", "text", "base64"]),
            .needs("then", oneOf: ["sequence"]),
            .excludes("error", replies), .excludes("live", replies + ["delay"]),
            .excludes("neverAnswers", replies + ["delay"]), .excludes("sequence", replies),
            .excludes("weighted", replies),
        ],
        habits: [
            "body": #""json", "text", "base64" or "file""#, "statusCode": #""status""#,
            "header": #""headers""#, "data": #""base64""#, "response": #""name""#,
        ]
    ) {
        Key("name", \.name, .name, "Unique in its set.")
        Key("weight", \.weight, .number, "How often it is chosen, among others.")
        Key("times", \.times, .integer(1 ... .max), "How often it answers in a sequence.")
        Key("status", \.status, .integer(200...599), "200 by default; 302 of a redirect.")
        Key(
            "headers", \.headers, header.list("field", like: #"[["ETag", "7"]]"#),
            "Pairs of a name and a value.")
        Key("httpVersion", \.httpVersion, .name, "HTTP/1.1 by default.")
        Key("contentType", \.contentType, .contentType, "Follows from the body by default.")
        Key("file", \.file, .file, "The path of a file in the folder.")
        Key("json", \.json, .json, "JSON, sent without spaces.")
        Key("text", \.text, .text, "Text, sent as UTF-8.")
        Key("base64", \.base64, .base64, "Bytes in base64.")
        Key("events", \.events, EventEntry.form.list("event"), "Server-sent events.")
        Key("chunks", \.chunks, BytesEntry.form.list("chunk"), "Pieces of the body.")
        Key("every", \.pause, .seconds(), "The seconds between events or chunks.")
        Key("malformingJSON", \.malformingJSON, .flag, "The last byte is a comma.")
        Key("setting", \.setting, SettingEntry.form.list("setting"), "Values to set in the JSON.")
        Key("failing", \.failing, FailureEntry.form, "The error after a part of the response.")
        Key("redirect", \.redirect, .filled("a URL or path"), "The URL that it redirects to.")
        Key(
            "error", \.error, ErrorEntry.form.named("error"),
            "The name of a URLError code, or a domain and a code.")
        Key("live", \.live, .flag, "The real server answers.")
        Key("neverAnswers", \.neverAnswers, .flag, "The request times out.")
        Key("sequence", \.sequence, response.list("response", atLeast: 1), "One after the other.")
        Key("then", \.end, ends, "What follows the last; it repeats by default.")
        Key("weighted", \.weighted, response.list("response", atLeast: 1), "One at random.")
        Key("delay", \.delay, DelayEntry.form.named("delay"), "Seconds, or how they vary.")
        Key(
            "recorded", \.recordedMark, .name,
            "Tells what was recorded from what people have changed since, which stays.")
        Key(
            "for", \.requests, ClauseEntry.recorded.list("request", atLeast: 1),
            "The requests that it is for, as paths with queries or clauses: a sequence gives them "
                + "nothing else.")
    }

    private static let response: ManifestForm<ResponseEntry> = ManifestForm(
        read: { object.read($0) }, write: { object.write($0) }, schema: { [:] }
    ).named("response")

    private static let header = ManifestForm<HTTP.Headers.Field>(
        read: { place in
            guard let elements = place.elements() else { return nil }
            guard elements.count == 2 else {
                place.note("wants a name and a value")
                return nil
            }
            guard let name = ManifestForm.name.read(elements[0]),
                let value = ManifestForm.text.read(elements[1])
            else { return nil }
            let field = HTTP.Headers.Field(name, value)
            if let fault = HTTP.Headers([field]).fault { place.note(fault) }
            return field
        },
        write: { JSONNode(elements: [JSONNode(.string($0.name)), JSONNode(.string($0.value))]) },
        schema: {
            [
                "type": "array", "minItems": 2, "maxItems": 2,
                "items": [
                    ["type": "string", "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"],
                    ["type": "string", "not": ["pattern": "[\\r\\n\\u0000]"]],
                ],
            ]
        })

    private static let ends = ManifestForm<CannedResponse.SequenceEnd>.choice(
        "end",
        of: [
            ("repeatLast", .repeatLast), ("cycle", .cycle), ("fail", .fail),
            ("nextSet", .nextSet),
        ])
}
