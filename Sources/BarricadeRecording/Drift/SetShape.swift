import Barricade
import BarricadeCommon
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

    /// The content types and kinds of one status, each with the numbers of its bodies.
    private struct Replies: Sendable {
        /// By the name of the content type, or "none".
        var types: [String: [Int]] = [:]
        /// By the name of the body's kind.
        var kinds: [String: [Int]] = [:]
        var json = Shape()
    }

    let set: String
    /// The bodies that it was learnt from, by their numbers.
    let bodies: [Body]
    private var replies: [HTTP.Status: Replies] = [:]
    /// Whether some responses are made for each request, so that any status may come.
    private let isOpen: Bool

    /// Learns the shape of a set from the bodies of its responses; skips files that cannot be read.
    ///
    /// - Parameter files: The places of files if the set has none.
    init(_ set: ResponseSet, files: [FileLocation]) {
        self.set = set.name
        isOpen = set.responses.contains(where: \.isMadePerRequest)
        let places = set.files.map { [$0] } ?? files
        bodies = set.responses.flatMap { CannedBody.all(of: $0) }.filter(\.isIntact).compactMap {
            body in
            let type = Self.name(of: body.contentType)
            let isRead = BodyKind.mayBeJSON(type)
            let data = isRead ? try? body.bytes(in: places) : nil
            if isRead, data == nil { return nil }
            return Body(title: body.title, status: body.status, type: type, data: data)
        }
        for (number, body) in bodies.enumerated() {
            learn(body, number, in: &replies[body.status, default: Replies()])
        }
    }

    private static func name(of contentType: String?) -> String? {
        contentType.flatMap { ContentType(parsing: $0)?.name }
    }

    private func learn(_ body: Body, _ number: Int, in replies: inout Replies) {
        if body.type != nil || body.data?.isEmpty != true {
            replies.types[body.type ?? "none", default: []].append(number)
        }
        let kind = body.data.map { BodyKind($0, type: body.type) } ?? .other(fault: nil)
        replies.kinds[kind.name, default: []].append(number)
        if case .json(let value) = kind { replies.json.learn(value, from: number) }
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
}

// MARK: - Comparing

extension SetShape {
    private typealias Difference = ShapeComparison.Difference

    /// Returns the differences of a real reply, and possible ones, of which too little is known.
    ///
    /// - Parameter body: The body, decoded; `nil` if it is not known, or there can be none.
    func compare(
        status: HTTP.Status, contentType: String?, body: Data?
    ) -> (drift: [Drift], unjudged: [Drift]) {
        guard compares(status) else { return ([], []) }
        var (found, doubts): ([Difference], [Difference]) = ([], [])
        if let replies = replies[status] {
            (found, doubts) = compare(Self.name(of: contentType), body, with: replies)
        } else {
            found = [difference(.status, statuses { _ in true }, got: "\(status)")]
        }
        // A known error does not show that the usual reply still fits.
        let usual = statuses(where: \.isSuccess)
        if replies[status] != nil, !status.isSuccess, !usual.isEmpty {
            doubts.append(difference(.status, usual, got: "\(status)"))
        }
        func drift(_ difference: Difference) -> Drift {
            let more = difference.sources.count - 1
            return Drift(
                set: set, status: status.rawValue, kind: difference.kind,
                path: difference.place?.description, wants: difference.wants, got: difference.got,
                source: (difference.sources.first.map { bodies[$0].title } ?? "its responses")
                    + (more > 0 ? " and \(more) more" : ""))
        }
        return (found.map(drift), doubts.map(drift))
    }

    private func compare(
        _ type: String?, _ body: Data?, with replies: Replies
    ) -> (found: [Difference], doubts: [Difference]) {
        let body = body.map { BodyKind($0, type: type) }
        var found: [Difference] = []
        // Skip the content type of an empty body, and the kind of a body with another type.
        if body?.isEmpty != true, replies.types[type ?? "none"] == nil,
            replies.types.keys.contains(where: { $0 != "none" })
        {
            found = [difference(.contentType, replies.types, got: type?.shortened ?? "none")]
        } else if let body, replies.kinds[body.name] == nil {
            found = [difference(.body, replies.kinds, got: body.nameWithFault)]
        }
        guard case .json(let value) = body, replies.kinds["JSON"] != nil else { return (found, []) }
        let comparison = ShapeComparison(of: value, with: replies.json)
        return (found + comparison.differences, comparison.unjudged)
    }

    /// The numbers of the bodies by their statuses.
    private func statuses(where isWanted: (HTTP.Status) -> Bool) -> [String: [Int]] {
        Dictionary(grouping: bodies.indices.filter { isWanted(bodies[$0].status) }) {
            "\(bodies[$0].status)"
        }
    }

    private func difference(
        _ kind: Drift.Kind, _ known: [String: [Int]], got: String
    ) -> Difference {
        Difference(
            kind: kind, wants: known.orderedKeys.alternatives, got: got,
            sources: known.values.joined().sorted())
    }
}

extension HTTP.Status {
    fileprivate var isSuccess: Bool { (200..<300).contains(rawValue) }
}

/// The kind of a body, by its content type or else by its bytes.
private enum BodyKind {
    case empty
    case json(JSONValue)
    /// Not JSON; with the place of the syntax error if its content type is JSON.
    case other(fault: String?)

    init(_ data: Data, type: String?) {
        guard !data.isEmpty, Self.mayBeJSON(type) else {
            self = data.isEmpty ? .empty : .other(fault: nil)
            return
        }
        do {
            self = .json(try JSONReader.read(data))
        } catch {
            self = .other(fault: type?.hasSuffix("json") == true ? error.place(in: data) : nil)
        }
    }

    var isEmpty: Bool { if case .empty = self { true } else { false } }

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
        return type.hasSuffix("json") || ["text/plain", "application/octet-stream"].contains(type)
    }
}
