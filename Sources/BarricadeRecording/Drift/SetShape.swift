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
        let contentType: String?
        /// The bytes; `nil` if they are not compared, such as those of an image.
        let data: Data?
    }

    /// The content types and kinds of one status, each with the numbers of its bodies.
    private struct Replies: Sendable {
        /// By the content type; `nil` is a body without one.
        var types: [String?: [Int]] = [:]
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
        bodies = Self.bodies(of: set, in: files)
        for (number, body) in bodies.enumerated() { learn(body, number) }
    }

    static func bodies(of set: ResponseSet, in files: [FileLocation]) -> [Body] {
        let places = set.files.map { [$0] } ?? files
        return set.responses.flatMap { CannedBody.all(of: $0) }.filter(\.isIntact).compactMap {
            body in
            let isRead = !BodyKind.isOpaque(body.contentType)
            let data = isRead ? try? body.bytes(in: places) : nil
            if isRead, data == nil { return nil }
            return Body(
                title: body.title, status: body.status, contentType: body.contentType, data: data)
        }
    }

    private mutating func learn(_ body: Body, _ number: Int) {
        var replies = replies[body.status] ?? Replies()
        let type = body.contentType.flatMap { ContentType(parsing: $0)?.name }
        if type != nil || body.data?.isEmpty != true {
            replies.types[type, default: []].append(number)
        }
        let kind =
            body.data.map { BodyKind($0, contentType: body.contentType) } ?? .other(fault: nil)
        replies.kinds[kind.name, default: []].append(number)
        if case .json(let value) = kind { replies.json.learn(value, from: number) }
        self.replies[body.status] = replies
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
    /// The result of a comparison with a real reply.
    struct Findings {
        var drift: [Drift] = []
        /// Possible differences, of which too little is known.
        var unjudged: [Drift] = []
    }

    private typealias Difference = ShapeComparison.Difference

    /// Returns the differences of a real reply.
    ///
    /// - Parameter body: The body, decoded; `nil` if it is not known, or there can be none.
    func compare(status: HTTP.Status, contentType: String?, body: Data?) -> Findings {
        guard compares(status) else { return Findings() }
        func drift(_ difference: Difference) -> Drift {
            let more = difference.sources.count - 1
            return Drift(
                set: set, status: status.rawValue, kind: difference.kind,
                path: difference.place?.description, wants: difference.wants, got: difference.got,
                source: (difference.sources.first.map { bodies[$0].title } ?? "its responses")
                    + (more > 0 ? " and \(more) more" : ""))
        }
        guard let replies = replies[status] else {
            return Findings(drift: [drift(difference(ofStatus: status, amongAll: true))])
        }
        let body = body.map { BodyKind($0, contentType: contentType) }
        // Skip the content type of an empty body, and the kind of a body with another type.
        var ofType = difference(of: contentType, from: replies)
        if case .empty = body { ofType = nil }
        let ofKind = ofType == nil ? body.flatMap { difference(of: $0, from: replies) } : nil
        var differences = [ofType, ofKind].compactMap(\.self)
        var unjudged: [Difference] = []
        if case .json(let value) = body, replies.kinds[BodyKind.json(value).name] != nil {
            let comparison = ShapeComparison(of: value, with: replies.json)
            differences += comparison.differences
            unjudged = comparison.unjudged
        }
        // A known error does not show that the usual reply still fits.
        if !status.isSuccess, self.replies.keys.contains(where: \.isSuccess) {
            unjudged.append(difference(ofStatus: status, amongAll: false))
        }
        return Findings(drift: differences.map(drift), unjudged: unjudged.map(drift))
    }

    private func difference(ofStatus status: HTTP.Status, amongAll: Bool) -> Difference {
        let wanted = replies.keys.filter { amongAll || $0.isSuccess }.map(\.rawValue).sorted()
        return Difference(
            kind: .status, wants: wanted.map(String.init).alternatives, got: "\(status)",
            sources: bodies.indices.filter { wanted.contains(bodies[$0].status.rawValue) })
    }

    private func difference(of contentType: String?, from replies: Replies) -> Difference? {
        let type = contentType.flatMap { ContentType(parsing: $0)?.name }
        let known = replies.types.keys.compactMap(\.self).sorted()
        guard replies.types[type] == nil, !known.isEmpty else { return nil }
        return Difference(
            kind: .contentType, wants: known.alternatives, got: type?.shortened ?? "none",
            sources: known.flatMap { replies.types[$0] ?? [] }.sorted())
    }

    private func difference(of body: BodyKind, from replies: Replies) -> Difference? {
        guard replies.kinds[body.name] == nil else { return nil }
        var got = body.name
        if case .other(let fault?) = body { got += " (\(fault))" }
        return Difference(
            kind: .body, wants: replies.kinds.keys.sorted().alternatives, got: got,
            sources: replies.kinds.values.joined().sorted())
    }
}

extension HTTP.Status {
    fileprivate var isSuccess: Bool { (200..<300).contains(rawValue) }
}
