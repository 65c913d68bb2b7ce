import Barricade

/// The latest replies that were not recorded, for somebody who wants one kept.
final class ReplyOffers: Sendable {
    struct Offer: Sendable {
        let exchange: Exchange
        let request: LiveRequest
    }

    /// The most replies that wait; each has at most a megabyte.
    private static let mostOffers = 20

    private let offers = Locked<[Offer]>([])

    /// The numbers of their requests in the log.
    var numbers: Set<Int> { Set(offers.withLock { $0.map(\.request.id) }) }

    func add(_ exchange: Exchange, for request: LiveRequest) {
        offers.withLock { offers in
            offers.append(Offer(exchange: exchange, request: request))
            if offers.count > Self.mostOffers { offers.removeFirst() }
        }
    }

    /// Returns an offer, and forgets it.
    func take(_ number: Int) -> Offer? {
        offers.withLock { offers in
            offers.firstIndex { $0.request.id == number }.map { offers.remove(at: $0) }
        }
    }
}
