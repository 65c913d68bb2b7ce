import Barricade
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
            let data = { (try? reply.body.data()) ?? Data() }
            body =
                reply.fingerprint ?? volatile.map { BodyFingerprint(data(), volatile: $0) }
                ?? BodyFingerprint(bytes: data())
        }
    }

    /// The key without header fields, except a redirect's target.
    var plain: OutcomeKey {
        var key = self
        key.fields = fields.filter { $0.hasPrefix("location:") }
        return key
    }

    private static let passingFields = ["age", "date", "etag", "expires", "last-modified"]

    /// Returns the text of a field; `nil` for one that differs from reply to reply. Of a cookie, it
    /// is only the name.
    private static func text(of field: HTTP.Headers.Field) -> String? {
        let name = field.name.lowercased()
        if passingFields.contains(name) || name.hasPrefix("x-ratelimit-") { return nil }
        return
            "\(name):\(name == "set-cookie" ? field.value.prefix { $0 != "=" } : field.value[...])"
    }
}
