public import Foundation

/// The bytes of a response and their content type.
///
/// ```swift
/// CannedResponse("Avatar", body: .file("avatar.png", in: .bundle(.module)))
/// CannedResponse("Bytes", body: .data(Data([1, 2, 3]), contentType: "application/x-tiny"))
/// ```
public struct ResponseBody: Sendable {
    package indirect enum Kind: Sendable {
        case none
        case data(Data)
        case file(String, FileLocation?)
        case pieces(BodyPieces)
        case unusable(String)
    }

    package let kind: Kind
    /// The content type, unless the response has its own.
    package let contentType: String?

    /// No body and no content type.
    public static var none: ResponseBody { ResponseBody(kind: .none, contentType: nil) }

    /// Bytes as they are; empty data is an empty body.
    ///
    /// Without a content type, the response has none either.
    public static func data(
        _ data: Data, contentType: String? = "application/octet-stream"
    ) -> ResponseBody {
        ResponseBody(kind: .data(data), contentType: contentType)
    }

    /// The reason why it cannot be sent; usually `nil`.
    var fault: String? {
        switch kind {
        case .unusable(let reason): reason
        case .pieces(let pieces): pieces.fault
        case .none, .data, .file: nil
        }
    }

    /// Returns the body with another content type, or with none.
    package func ofType(_ contentType: String?) -> ResponseBody {
        ResponseBody(kind: kind, contentType: contentType)
    }

    /// Text in the charset of its content type, or else in UTF-8.
    ///
    /// Without a content type, the response has none either.
    public static func text(
        _ text: String, contentType: String? = "text/plain; charset=utf-8"
    ) -> ResponseBody {
        .text(text, contentType: contentType, sentAs: contentType)
    }

    /// Text in the charset of the content type that is sent.
    static func text(_ text: String, contentType: String?, sentAs type: String?) -> ResponseBody {
        let charset = type.flatMap(ContentType.init(parsing:))?.charset ?? "utf-8"
        guard let encoding = ContentType.encodings[charset] else {
            return .unusable("its charset \"\(charset.shortened)\" is not known here: send data:")
        }
        guard let data = text.data(using: encoding) else {
            return .unusable("its charset \"\(charset)\" cannot hold its text")
        }
        return .data(data, contentType: contentType)
    }

    /// A JSON literal: `.json(["id": 7, "name": .string(name)])`.
    public static func json(_ value: JSONValue) -> ResponseBody {
        if let text = value.string, "{[".contains(text.prefix(1)),
            JSONReader.fault(in: Data(text.utf8)) == nil
        {
            return .unusable(
                "its JSON is a string that holds JSON: write jsonText: for JSON as text")
        }
        do {
            return .data(Data(try value.text().utf8), contentType: MediaType.json)
        } catch {
            return .unusable("its JSON cannot be written: \(error.message.dropLast())")
        }
    }

    /// JSON text; invalid JSON fails the request.
    ///
    /// Use ``text(_:contentType:)`` to send JSON that is broken on purpose.
    public static func jsonText(_ text: String) -> ResponseBody {
        let data = Data(text.utf8)
        if let fault = JSONReader.fault(in: data) {
            return .unusable(
                "its text is not JSON (\(fault.position(in: data))); to send broken JSON use body: .text(…)"
            )
        }
        return .data(data, contentType: MediaType.json)
    }

    /// The JSON of a model, encoded now; a model that cannot be encoded fails the request.
    ///
    /// The default encoder sorts keys.
    public static func encoding(
        _ value: any Encodable, encoder: JSONEncoder? = nil
    ) -> ResponseBody {
        if encoder == nil, let value = value as? JSONValue { return .json(value) }
        do {
            let encoder = encoder ?? .forBodies
            return .data(try encoder.encode(value), contentType: MediaType.json)
        } catch {
            return .unusable(
                "its \(type(of: value)) cannot be encoded as JSON: \("\(error)".shortened)")
        }
    }

    /// A file, checked each time it is served, so that the next request gets your edits.
    ///
    /// A name that is not an absolute path is searched for in `location`, or else in the set's
    /// location, or the barricade's, or the main bundle's resources and the working directory. A
    /// missing or unreadable file fails the request with an error that names the paths tried. The
    /// default content type follows from the file's extension.
    public static func file(
        _ name: String, in location: FileLocation? = nil, contentType: String? = nil
    ) -> ResponseBody {
        let pieces = (name.split(at: "/").last { !$0.isEmpty } ?? "").split(at: ".")
        let fileExtension = pieces.count > 1 ? pieces[pieces.count - 1] : ""
        return ResponseBody(
            kind: .file(name, location),
            contentType: contentType ?? MediaType.forExtension(String(fileExtension)))
    }

    /// The file at a URL; any URL but a file URL fails the request.
    public static func file(_ url: URL, contentType: String? = nil) -> ResponseBody {
        guard url.isFileURL else {
            let shown = Secrets.masked(url: url.absoluteString).shortened
            return .unusable("its file is \(shown), which is not a file URL")
        }
        return .file(url.absoluteURL.path, contentType: contentType)
    }

    private static func unusable(_ reason: String) -> ResponseBody {
        ResponseBody(kind: .unusable(reason), contentType: nil)
    }
}

/// A body that arrives in pieces over time.
package enum BodyPieces: Sendable {
    /// Pieces known beforehand, with a pause between them.
    case paced([Data], every: Duration)
    /// Server-sent events, with a pause between them.
    case events([Data], every: Duration)
    /// Pieces of an asynchronous sequence; the closure starts a new iteration.
    case stream(@Sendable () -> () async throws -> Data?)

    /// The size of all pieces; `nil` if it is unknown.
    package var size: Int? {
        known?.pieces.reduce(0) { $0 + $1.count }
    }

    fileprivate var fault: String? {
        guard let pause = known?.pause, pause < .zero else { return nil }
        return "the pause between its pieces is negative"
    }

    /// The pieces, and the pause between them; `nil` if they are unknown.
    package var known: (pieces: [Data], pause: Duration)? {
        switch self {
        case .paced(let pieces, let pause), .events(let pieces, let pause): (pieces, pause)
        case .stream: nil
        }
    }
}

extension ResponseBody {
    /// Pieces that arrive one by one, with a pause between them; data delegates see each arrive.
    ///
    /// The first one arrives with the head. An empty piece is a pause alone: `["", "a"]` makes one
    /// before the first byte, and `["a", ""]` one before the end.
    ///
    /// On Linux, async tasks and those with a completion handler get all pieces at the end. With
    /// `nil`, the response has no content type.
    public static func chunks(
        _ chunks: [Data], every pause: Duration = .zero,
        contentType: String? = "application/octet-stream"
    ) -> ResponseBody {
        ResponseBody(kind: .pieces(.paced(chunks, every: pause)), contentType: contentType)
    }

    /// Pieces of text that arrive one by one, with a pause between them.
    public static func chunks(
        _ chunks: [String], every pause: Duration = .zero,
        contentType: String? = "text/plain; charset=utf-8"
    ) -> ResponseBody {
        .chunks(chunks.map { Data($0.utf8) }, every: pause, contentType: contentType)
    }

    /// Pieces from an asynchronous sequence; the closure makes one for each request.
    ///
    /// The sequence runs only a few pieces ahead of the task's delegate. An error that it throws
    /// fails the load, and so does a pause longer than the request's timeout.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        contentType: String? = "application/octet-stream",
        _ pieces: @escaping @Sendable () -> Pieces
    ) -> ResponseBody where Pieces.Element == Data {
        let begin: @Sendable () -> () async throws -> Data? = {
            var iterator = pieces().makeAsyncIterator()
            return { try await iterator.next() }
        }
        return ResponseBody(kind: .pieces(.stream(begin)), contentType: contentType)
    }

    /// Server-sent events, with a pause between them (WHATWG HTML, section 9.2).
    public static func events(
        _ events: [ResponseBody.ServerSentEvent], every pause: Duration = .zero
    ) -> ResponseBody {
        if let fault = events.lazy.compactMap(\.fault).first { return .unusable(fault) }
        return ResponseBody(
            kind: .pieces(.events(events.map { Data($0.text.utf8) }, every: pause)),
            contentType: MediaType.events)
    }

    /// Server-sent events with these data: `.events(["Hel", "lo"])`.
    public static func events(
        _ events: some Sequence<String>, every pause: Duration = .zero
    ) -> ResponseBody {
        .events(events.map { ServerSentEvent($0) }, every: pause)
    }
}

extension ResponseBody {
    /// One event of a stream of server-sent events (WHATWG HTML, section 9.2).
    public struct ServerSentEvent: Sendable, Equatable {
        /// Its lines as sent, with the empty line at the end.
        package let text: String
        /// The reason why it cannot be sent; usually `nil`.
        private(set) var fault: String?

        /// Makes an event.
        ///
        /// - Parameters:
        ///   - data: Its data, with any number of lines; `nil` sends none.
        ///   - event: Its type; `nil` means `message`.
        ///   - id: The value that a client sends as `Last-Event-ID` when it reconnects.
        ///   - retry: The time that a client waits before it reconnects.
        public init(
            _ data: String?, event: String? = nil, id: String? = nil, retry: Duration? = nil
        ) {
            // From 0 to some 30 000 years, which fits an integer.
            let wait = retry.map { "\(Int64(min(max($0 / .milliseconds(1), 0), 1e15)))" }
            let oneLine = { (text: String) in Self.lines(text).joined(separator: " ") }
            self.init([
                ("event", event.map(oneLine)), ("id", id.map(oneLine)), ("retry", wait),
                ("data", data),
            ])
        }

        /// An event of JSON: `.json(["text": .string(word)])`.
        public static func json(_ value: JSONValue, event: String? = nil) -> ServerSentEvent {
            ServerSentEvent(.json(value), event)
        }

        /// An event of a model's JSON, encoded now; the default encoder sorts keys.
        public static func encoding(
            _ value: any Encodable, encoder: JSONEncoder? = nil, event: String? = nil
        ) -> ServerSentEvent {
            ServerSentEvent(.encoding(value, encoder: encoder), event)
        }

        private init(_ body: ResponseBody, _ event: String?) {
            let data = if case .data(let data) = body.kind { data } else { Data() }
            self.init(String(decoding: data, as: UTF8.self), event: event)
            fault = body.fault
        }

        /// A comment, which clients ignore; servers send comments to keep a connection open.
        public static func comment(_ text: String) -> ServerSentEvent {
            ServerSentEvent([("", text)])
        }

        /// Makes an event from fields, one for each line of a value.
        package init(_ fields: [(name: String, value: String?)]) {
            var text = ""
            for (name, value) in fields {
                guard let value else { continue }
                for line in Self.lines(value) { text += "\(name): \(line)\n" }
            }
            self.text = text + "\n"
        }

        /// Lines end in CR, LF or both, and would end a field early.
        private static func lines(_ text: String) -> [Substring] {
            text.split(omittingEmptySubsequences: false) {
                $0 == "\n" || $0 == "\r\n" || $0 == "\r"
            }
        }
    }
}

extension ResponseBody.ServerSentEvent: ExpressibleByStringInterpolation {
    /// Makes an event with this data.
    public init(stringLiteral data: String) { self.init(data) }
}
