import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// A folder that is recorded again, to find earlier replies to the same requests.
struct EarlierRecording: Sendable {
    private let barricade: Barricade?
    private let files: [FileLocation]

    /// - Parameter folder: The folder; if it cannot be read, there are none, and saving says why.
    init(_ folder: URL?) {
        barricade = folder.flatMap { try? Barricade(folder: .directory($0)) }
        files = folder.map { [.directory($0)] } ?? []
    }

    /// Returns the kept exchange of the same set with the same status.
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
