import Barricade
import Foundation

/// The shape of a set's canned responses, by their status.
struct SetShape: Sendable {
    /// What the responses of one status have.
    private struct Replies: Sendable {
        /// The responses with a content type, by its name.
        var types: [String: Sources] = [:]
        /// The responses with any content type.
        var typed = Sources()
        /// Whether some have a body without a content type.
        var hasUntyped = false
        /// The responses without a body.
        var empty = Sources()
        /// The responses with a body that is not JSON.
        var other = Sources()
        var json = Shape()
    }

    let set: String
    private var replies: [HTTP.Status: Replies] = [:]
    /// The names of the responses, by their numbers in sources.
    private var titles: [String] = []
    /// Whether some of its responses are made for each request, so that any status may come.
    private let isOpen: Bool

    /// Learns the shape of a set from the bodies of its responses.
    init(_ set: CannedSet) {
        self.set = set.name
        isOpen = set.isOpen
        for body in set.bodies { learn(body) }
    }

    private mutating func learn(_ body: CannedSet.Body) {
        let source = titles.count
        titles.append(body.title)
        var replies = replies[body.status] ?? Replies()
        if let type = body.contentType.flatMap({ ContentType(parsing: $0) }) {
            replies.types[type.name, default: Sources()].add(source)
            replies.typed.add(source)
        } else if body.data?.isEmpty != true {
            replies.hasUntyped = true
        }
        switch body.data.map({ BodyKind($0, contentType: body.contentType) }) {
        case .empty?: replies.empty.add(source)
        case .json(let value)?: replies.json.learn(value, from: source)
        case .brokenJSON?, .other?, nil: replies.other.add(source)
        }
        self.replies[body.status] = replies
    }

    /// Whether there is nothing to compare replies with.
    var isEmpty: Bool { replies.isEmpty }

    /// Returns whether a response has a status.
    func has(_ status: HTTP.Status) -> Bool { replies[status] != nil }

    /// Returns the names of responses for messages: `"Regular" (profile.json) and 2 more`.
    private func name(of sources: Sources) -> String {
        guard let first = sources.first else { return "no response" }
        return titles[first] + (sources.count > 1 ? " and \(sources.count - 1) more" : "")
    }
}

// MARK: - Comparing

extension SetShape {
    /// Returns the ways in which a real reply differs.
    ///
    /// - Parameter body: The body, decoded; `nil` if it is not known, or there can be none.
    func drift(status: HTTP.Status, contentType: String?, body: Data?) -> [Drift] {
        guard let replies = replies[status] else {
            return drift(ofUnknown: status).map { [$0] } ?? []
        }
        let body = body.map { BodyKind($0, contentType: contentType) }
        let type = contentType.flatMap { ContentType(parsing: $0)?.name }
        let ofType = body?.isEmpty == true ? nil : difference(of: type, from: replies)
        var differences = [ofType, body.flatMap { difference(of: $0, from: replies) }]
            .compactMap(\.self)
        if case .json(let value) = body, replies.json.sources.count > 0 {
            differences += ShapeComparison(of: value, with: replies.json).differences
        }
        return differences.map { difference in
            let place = difference.place?.description
            return Drift(
                set: set, status: status.rawValue, kind: difference.kind, path: place,
                difference: """
                    \(difference.subject ?? place?.shortened ?? "the body") \(difference.got) on the \
                    server, \(difference.wants) in \(name(of: difference.sources))
                    """)
        }
    }

    private func drift(ofUnknown status: HTTP.Status) -> Drift? {
        guard !isOpen, !isEmpty, !status.isIncidental else { return nil }
        let known = replies.keys.map(\.rawValue).sorted().map(String.init).alternatives
        return Drift(
            set: set, status: status.rawValue, kind: .status, path: nil,
            difference: "the status is \(status) on the server, \(known) in its responses")
    }

    private func difference(of type: String?, from replies: Replies) -> Difference? {
        let isKnown = type.map { replies.types[$0] != nil } ?? replies.hasUntyped
        guard !isKnown, !replies.types.isEmpty else { return nil }
        return Difference(
            kind: .contentType, subject: type == nil ? "there" : "the content type",
            got: type.map { "is \($0.shortened)" } ?? "is no content type",
            wants: replies.types.keys.sorted().alternatives, sources: replies.typed)
    }

    private func difference(of body: BodyKind, from replies: Replies) -> Difference? {
        let json = replies.json.sources
        let isAlwaysJSON = json.count > 0 && replies.other.count == 0
        switch body {
        case .json where json.count == 0 && replies.other.count == 0:
            return Difference(kind: .body, got: "is JSON", wants: "empty", sources: replies.empty)
        case .empty where replies.empty.count == 0:
            return Difference(
                kind: .body, got: "is empty", wants: isAlwaysJSON ? "JSON" : "not",
                sources: isAlwaysJSON ? json : replies.other)
        case .brokenJSON(let place) where isAlwaysJSON:
            return Difference(
                kind: .body, got: "is not JSON (\(place))", wants: "JSON", sources: json)
        // Otherwise the content type tells it.
        case .other where isAlwaysJSON && replies.types.isEmpty:
            return Difference(kind: .body, got: "is not JSON", wants: "JSON", sources: json)
        case .json, .empty, .brokenJSON, .other:
            return nil
        }
    }
}
