import Barricade
import BarricadeCommon
import Foundation

extension RecordedSet {
    /// Extends a set that a person has written, or that was recorded earlier.
    ///
    /// - Parameter files: The places of body files if the set has none.
    init(extending set: ResponseSet, in files: [FileLocation], _ settings: Recording.Settings) {
        var known: [String: Exchange.Outcome] = [:]
        for response in set.responses {
            known[response.name] = Exchange.Outcome(
                response, in: set.files.map { [$0] } ?? files, settings.volatile)
        }
        self.init(extending: set, known: known, keepsDelays: settings.keepsDelays)
    }

    /// Returns the extended set, perhaps edited since, with the recorded responses.
    func added(to set: ResponseSet) -> ResponseSet {
        var set = set
        let names = Set(responses.map(\.name) + [Self.sequenceName])
        let places = Dictionary(
            zip(set.responses.map(\.name), set.responses.indices), uniquingKeysWith: { $1 })
        for response in responseSet.responses where names.contains(response.name) {
            if let place = places[response.name] {
                set.responses[place] = response
            } else {
                set.responses.append(response)
            }
        }
        return set
    }
}

extension RecordedResponse {
    /// Computes the digest of the body, unless it is known.
    mutating func noteFingerprint(_ volatile: VolatilePaths) throws {
        guard case .reply(let reply) = outcome, reply.fingerprint == nil else { return }
        var outcome = outcome
        try outcome.noteFingerprint(volatile)
        replaceOutcome(outcome, generation: generation)
    }
}

extension Exchange.Outcome {
    /// Makes the outcome of a canned response; `nil` if it is not known, or cannot be read.
    init?(_ response: CannedResponse, in files: [FileLocation]) {
        if let code = response.errorCode {
            self = .failure(code)
        } else if let plain = response.plainReply, let body = try? plain.bytes(in: files) {
            self = .reply(
                Exchange.Reply(status: plain.status, headers: plain.headers, body: .data(body)))
        } else {
            return nil
        }
    }

    /// Makes the outcome of a canned response, only to be compared.
    init?(_ response: CannedResponse, in files: [FileLocation], _ volatile: VolatilePaths) {
        self.init(response, in: files)
        try? noteFingerprint(volatile)
        // Bodies may be large.
        guard case .reply(var reply) = self else { return }
        reply.body = .none
        self = .reply(reply)
    }

    /// Computes the digest of a reply's body.
    mutating func noteFingerprint(_ volatile: VolatilePaths) throws {
        guard case .reply(var reply) = self else { return }
        reply.fingerprint = BodyFingerprint(try reply.body.data(), volatile: volatile)
        self = .reply(reply)
    }
}
