import Barricade
import Foundation

/// A key that equal outcomes share, to find one among many at once.
struct OutcomeKey: Hashable {
    private let code: Int
    /// `nil` for an error, and for a body in a file that is compared by its bytes.
    private let body: BodyFingerprint?

    init(_ outcome: Exchange.Outcome) {
        switch outcome {
        case .failure(let failure):
            (code, body) = (failure.rawValue, nil)
        case .reply(let reply):
            code = reply.status.rawValue
            if case .data(let data) = reply.body, reply.fingerprint == nil {
                body = BodyFingerprint(bytes: data)
            } else {
                body = reply.fingerprint
            }
        }
    }
}
