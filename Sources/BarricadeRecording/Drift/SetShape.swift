import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The shape of a set's canned responses, by their status.
struct SetShape: Sendable {
    /// A body that is known before a request comes.
    struct Body: Sendable, Hashable {
        /// The name of its response, and its file if it has one.
        let title: String
        let status: HTTP.Status
        /// The name of its content type.
        let type: String?
        /// The bytes; `nil` if they are not compared, such as those of an image.
        let data: Data?
    }

    let set: String
    /// The bodies that it was learnt from, by their numbers.
    let bodies: [Body]
    private var replies: [HTTP.Status: ReplyShape] = [:]
    /// Whether some responses are made for each request, so that any status may come.
    private let isOpen: Bool

    /// Learns the shape of a set from the bodies of its responses; skips files that cannot be read.
    ///
    /// - Parameter files: The places of files if the set has none.
    init(_ set: ResponseSet, files: FileLocation) {
        self.set = set.name
        isOpen = set.responses.contains(where: \.isMadePerRequest)
        let places = set.files ?? files
        bodies = set.responses.flatMap { CannedBody.all(of: $0) }.filter(\.isIntact).compactMap {
            body in
            let type = Self.name(of: body.reply.contentType)
            let isRead = BodyKind.mayBeJSON(type)
            let data = isRead ? try? body.bytes(in: places) : nil
            if isRead, data == nil { return nil }
            return Body(title: body.title, status: body.reply.status, type: type, data: data)
        }
        for (number, body) in bodies.enumerated() {
            replies[body.status, default: ReplyShape()].learn(body, number)
        }
    }

    private static func name(of contentType: String?) -> String? {
        contentType.flatMap { ContentType(parsing: $0)?.name }
    }

    /// Whether there is nothing to compare replies with.
    var isEmpty: Bool { replies.isEmpty }

    /// Returns whether replies of a status can be compared; some concern only the moment or the
    /// client: a token has expired, the server is busy.
    func compares(_ status: HTTP.Status) -> Bool {
        if replies[status] != nil { return true }
        return switch status.rawValue {
        case 100..<200, 206, 304, 401, 403, 407, 408, 416, 425, 429, 502...504: false
        default: !isOpen && !isEmpty
        }
    }

    /// Returns the differences of a real reply, and possible ones, of which too little is known.
    ///
    /// - Parameter body: The body, decoded; `nil` if it is not known, or there can be none.
    func compare(
        status: HTTP.Status, contentType: String?, body: Data?
    ) -> (drift: [Drift], unjudged: [Drift]) {
        guard compares(status) else { return ([], []) }
        var (found, doubts): ([ShapeDifference], [ShapeDifference]) = ([], [])
        // A known error does not show that the usual reply still fits.
        let isUsual = { (number: Int) in (200..<300).contains(bodies[number].status.rawValue) }
        let numbers =
            replies[status] == nil ? Array(bodies.indices) : bodies.indices.filter(isUsual)
        let statuses = Dictionary(grouping: numbers) { "\(bodies[$0].status)" }
        let difference = ShapeDifference(.status, wants: statuses, got: "\(status)")
        if let replies = replies[status] {
            (found, doubts) = replies.compare(Self.name(of: contentType), body)
            let isError = !(200..<300).contains(status.rawValue)
            if isError, !statuses.isEmpty { doubts.append(difference) }
        } else {
            found = [difference]
        }
        func drift(_ difference: ShapeDifference) -> Drift {
            let more = difference.sources.count - 1
            return Drift(
                set: set, status: status.rawValue, kind: difference.kind,
                path: difference.place?.description, wants: difference.wants, got: difference.got,
                source: (difference.sources.first.map { bodies[$0].title } ?? "its responses")
                    + (more > 0 ? " and \(more) more" : ""))
        }
        return (found.map(drift), doubts.map(drift))
    }
}

/// The shape of the replies of one status; each part has the numbers of its bodies.
private struct ReplyShape: Sendable {
    /// By the name of the content type, or "none".
    private var types: [String: [Int]] = [:]
    /// By the name of the body's kind.
    private var kinds: [String: [Int]] = [:]
    private var json = Shape()

    mutating func learn(_ body: SetShape.Body, _ number: Int) {
        if body.type != nil || body.data?.isEmpty != true {
            types[body.type ?? "none", default: []].append(number)
        }
        let kind = body.data.map { BodyKind($0, type: body.type) } ?? .other(fault: nil)
        kinds[kind.name, default: []].append(number)
        if case .json(let value) = kind { json.learn(value, from: number) }
    }

    func compare(_ type: String?, _ body: Data?) -> (
        found: [ShapeDifference], doubts: [ShapeDifference]
    ) {
        let body = body.map { BodyKind($0, type: type) }
        var found: [ShapeDifference] = []
        // Skip the content type of an empty body, and the kind of a body with another type.
        if body?.name != "none", types[type ?? "none"] == nil,
            types.keys.contains(where: { $0 != "none" })
        {
            found = [ShapeDifference(.contentType, wants: types, got: type?.shortened ?? "none")]
        } else if let body, kinds[body.name] == nil {
            found = [ShapeDifference(.body, wants: kinds, got: body.nameWithFault)]
        }
        guard case .json(let value) = body, kinds["JSON"] != nil else { return (found, []) }
        let comparison = ShapeComparison(of: value, with: json)
        return (found + comparison.differences, comparison.unjudged)
    }
}

extension ShapeDifference {
    /// - Parameter wants: The numbers of the bodies that have each of the known sides.
    fileprivate init(_ kind: Drift.Kind, wants: [String: [Int]], got: String) {
        self.init(
            kind: kind, wants: wants.orderedKeys.alternatives, got: got,
            sources: wants.values.joined().sorted())
    }
}

/// The kind of a body, by its content type or else by its bytes.
private enum BodyKind {
    case empty
    case json(JSONValue)
    /// Not JSON; with the place of the syntax error if its content type is JSON.
    case other(fault: String?)

    init(_ data: Data, type: String?) {
        if let type, Self.isStream(type) {
            self = .json(.array(Self.values(in: data, isEvents: type == MediaType.events)))
            return
        }
        guard !data.isEmpty, Self.mayBeJSON(type) else {
            self = data.isEmpty ? .empty : .other(fault: nil)
            return
        }
        do {
            self = .json(try JSONReader.read(data))
        } catch {
            let isJSON = type.map(MediaType.isJSON) == true
            self = .other(fault: isJSON ? error.position(in: data) : nil)
        }
    }

    private static func isStream(_ type: String) -> Bool {
        type == MediaType.events || MediaType.isJSONLines(type)
    }

    /// Returns the JSON in lines or events, without words such as `data: [DONE]`.
    private static func values(in data: Data, isEvents: Bool) -> [JSONValue] {
        String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
            line in
            guard !isEvents || line.hasPrefix("data:") else { return nil }
            let value = try? JSONReader.read(Data(line.dropFirst(isEvents ? 5 : 0).utf8))
            return value?.object != nil || value?.array != nil ? value : nil
        }
    }

    /// The kind for messages.
    var name: String {
        switch self {
        case .empty: "none"
        case .json: "JSON"
        case .other: "data that is not JSON"
        }
    }

    var nameWithFault: String {
        if case .other(let fault?) = self { "\(name) (\(fault))" } else { name }
    }

    /// Returns whether a body of this content type may be JSON.
    static func mayBeJSON(_ type: String?) -> Bool {
        guard let type else { return true }
        return MediaType.isJSON(type) || isStream(type)
            || ["text/plain", "application/octet-stream"].contains(type)
    }
}
