import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The parts of an outcome that an app tells apart; equal outcomes have equal keys.
struct OutcomeKey: Sendable, Hashable {
    private let code: Int
    private let body: BodyFingerprint
    private var fields: [String] = []

    /// - Parameter volatile: The places in JSON that do not count; `nil` compares bytes, unless the
    ///   outcome has a fingerprint.
    init(_ outcome: Exchange.Outcome, _ volatile: VolatilePaths? = nil) {
        switch outcome {
        case .failure(let failure):
            (code, body) = (failure.rawValue, BodyFingerprint(bytes: Data()))
        case .reply(let reply):
            code = reply.status.rawValue
            fields = reply.headers.fields.compactMap(Self.text).sorted()
            body =
                reply.fingerprint ?? volatile.map { BodyFingerprint(reply.body, volatile: $0) }
                ?? BodyFingerprint(bytes: reply.body)
        }
    }

    /// The key without header fields, except a redirect's target.
    var plain: OutcomeKey {
        var key = self
        key.fields = fields.filter { $0.hasPrefix("location:") }
        return key
    }

    private static let passing: Set = ["age", "date", "etag", "expires", "last-modified"]
    /// The fields whose numbers are not those of the moment.
    private static let lasting = Set(Redaction().keptHeaders.map { $0.lowercased() })
        .union(["content-length", "content-range", "set-cookie"])

    /// Returns a field as text, of a cookie only its name; `nil` if it differs from reply to reply.
    private static func text(of field: HTTP.Headers.Field) -> String? {
        let name = field.name.lowercased()
        if passing.contains(name) { return nil }
        if !lasting.contains(name), field.value.utf8.contains(where: \.isDigit) { return nil }
        return
            "\(name):\(name == "set-cookie" ? field.value.prefix { $0 != "=" } : field.value[...])"
    }
}

extension BodyFingerprint {
    /// Makes the digest of the bytes, or of the tokens of JSON.
    ///
    /// - Parameter volatile: The places in JSON whose values do not count.
    init(_ body: Data, volatile: VolatilePaths = VolatilePaths()) {
        self.init(bytes: volatile.comparableText(of: body).map { Data($0.utf8) } ?? body)
    }
}

/// Places in JSON whose values differ from one reply to the next, such as times: `$..updatedAt`.
struct VolatilePaths: Sendable {
    private let paths: [JSONPath]

    /// Larger bodies are compared as bytes, since their tree would take too much memory.
    static let largestBody = 16 << 20

    init(_ paths: [JSONPath] = []) {
        self.paths = paths
    }

    /// Returns the tokens of JSON without volatile values; `nil` for a body of another kind.
    func comparableText(of body: Data) -> String? {
        node(of: body).map {
            $0.replacing(at: JSONPath.Walk(paths), orElse: JSONNode(.null)).compact
        }
    }

    /// Returns a new body with the old values at these places; `nil` if there is nothing to keep.
    func body(_ new: Data, keeping old: Data) -> Data? {
        guard !paths.isEmpty, let newNode = node(of: new), let oldNode = node(of: old) else {
            return nil
        }
        return Data(newNode.replacing(at: JSONPath.Walk(paths), by: oldNode).laidOut.utf8)
    }

    private func node(of body: Data) -> JSONNode? {
        Self.mayCompare(body) ? try? JSONNode.read(Array(body)) : nil
    }

    /// Returns whether a body may be JSON that is laid out and compared by its tokens; a single value
    /// is compared as bytes, and so is what begins with a byte order mark.
    static func mayCompare(_ body: Data) -> Bool {
        let first = body.first { !$0.isSpace }
        return (first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
            && body.count <= largestBody
    }
}
