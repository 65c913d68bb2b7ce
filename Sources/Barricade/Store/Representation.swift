import Foundation

/// A canned reply before it is sent, by the rules of RFC 9110: conditions and ranges (sections 13 and
/// 14), and its length (section 8.6).
struct Representation {
    var status: HTTP.Status
    var fields: HTTP.Headers
    /// `nil` if there is none.
    var body: PreparedResponse.Content.Body?
    /// Whether it says that it can be asked for in ranges: a file.
    let comesInRanges: Bool

    /// The number of bytes to announce; `nil` if the body comes in pieces, as from a server that sends
    /// chunks.
    var length: Int? {
        if case .pieces = body { return nil }
        return body?.size ?? 0
    }

    /// Whether it has a body of known length, and a request may ask for less than all of it.
    func isSelectable(by method: HTTP.Method) -> Bool {
        guard status == .ok, method == .get || method == .head else { return false }
        return switch body {
        case .whole, .file: true
        case .pieces, nil: false
        }
    }

    /// Returns the part that a request asks for.
    ///
    /// - Parameter tag: The entity tag of the body, if it has one.
    func selecting(_ part: RequestedPart, tag: EntityTag?) -> Representation {
        var selected = self
        // Its own are given as they are, even if there are several.
        if let tag, fields["ETag"] == nil { selected.fields["ETag"] = tag.text }
        guard let body, part != .whole else {
            if comesInRanges { selected.fields["Accept-Ranges"] = "bytes" }
            return selected
        }
        // Its own counts the bytes of the whole body.
        selected.fields["Content-Length"] = nil
        switch part {
        case .whole: break
        case .notModified:
            (selected.status, selected.body) = (.notModified, nil)
            selected.fields["Content-Type"] = nil
        case .failed: (selected.status, selected.body) = (.preconditionFailed, .whole(Data()))
        case .unsatisfiable:
            (selected.status, selected.body) = (.rangeNotSatisfiable, .whole(Data()))
            selected.fields["Content-Range"] = "bytes */\(length ?? 0)"
        case .range(let range):
            (selected.status, selected.body) = (.partialContent, body.part(range))
            selected.fields["Content-Range"] =
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length ?? 0)"
        }
        return selected
    }

    /// Returns it with the length of its body, unless its own fields say how it ends.
    var framed: Representation {
        guard let length, !status.hasNoBody, fields["Content-Length"] == nil,
            fields["Transfer-Encoding"] == nil
        else { return self }
        var framed = self
        framed.fields.append("Content-Length", "\(length)")
        return framed
    }
}

extension PreparedResponse.Content.Body {
    var isWhole: Bool { if case .whole = self { true } else { false } }

    /// The number of its bytes; `nil` if it is unknown.
    var size: Int? {
        switch self {
        case .whole(let data): data.count
        case .file(let part): part.range.count
        case .pieces(let pieces): pieces.size
        }
    }

    /// Returns all bytes; those of a stream are unknown.
    func bytes() throws(BarricadeError) -> Data {
        switch self {
        case .whole(let data): data
        case .file(let part): try part.data()
        case .pieces(let pieces): Data((pieces.known?.pieces ?? []).joined())
        }
    }

    /// Returns a body of other bytes, which come in as many pieces, each with its share of them.
    func carrying(_ data: Data) -> Self {
        guard case .pieces(let pieces) = self, let (own, pause) = pieces.known, let size, size > 0
        else { return .whole(data) }
        var (rest, end) = (data, 0)
        let shares = own.map { piece in
            end += piece.count
            let share = rest.dropLast(data.count - data.count * end / size)
            rest = rest.dropFirst(share.count)
            return share
        }
        return .pieces(.paced(shares, every: pause))
    }

    /// Whether an app's loader gives it as it is below a head.
    func isPlain(below head: ResponseHead) -> Bool {
        guard let size else { return true }
        if head.status.hasNoBody { return size == 0 }
        if size > 0, let coding = head.fields["Content-Encoding"],
            Inflate.Format(coding: coding) != nil
        {
            return false
        }
        let length = head.fields.length
        return length == nil || length == size || head.fields["Transfer-Encoding"] != nil
    }

    /// Returns some of the bytes of a whole body.
    fileprivate func part(_ range: Range<Int>) -> Self {
        switch self {
        case .whole(let data):
            return .whole(data.part(range))
        case .file(var part):
            part.range = range
            return .file(part)
        case .pieces:
            return self
        }
    }

    /// Returns the body with broken JSON; one in pieces stays.
    func malformed() throws(BarricadeError) -> Self {
        if case .pieces = self { return self }
        var bytes = try bytes()
        bytes.malform()
        return .whole(bytes)
    }
}
