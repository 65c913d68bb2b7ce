import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// A folder that is recorded again, to find what it has kept of the same exchanges.
struct EarlierRecording: Sendable {
    private let barricade: Barricade?
    private let files: [FileLocation]

    /// - Parameter folder: The folder; one that cannot be read has kept nothing, and saving says why.
    init(_ folder: URL?) {
        barricade = folder.flatMap { try? Barricade(folder: .directory($0)) }
        files = folder.map { [.directory($0)] } ?? []
    }

    /// Returns an exchange as it was kept: one of the same set with the same status.
    func exchange(like exchange: Exchange, for request: LiveRequest) -> Exchange? {
        guard case .reply(let reply) = exchange.outcome,
            let set = barricade?.responseSet(claiming: request.request)
        else { return nil }
        for response in set.responses where response.plainReply?.status == reply.status {
            guard let kept = Exchange.Outcome(response, in: files) else { continue }
            return Exchange(exchange.request, kept, date: exchange.date)
        }
        return nil
    }
}
