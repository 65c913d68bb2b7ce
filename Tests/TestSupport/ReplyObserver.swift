import Barricade

/// Writes down the replies of real servers.
final class ReplyObserver: Plugin {
    let observationLevel: ObservationLevel
    /// The requests that were sent to real servers.
    let requests = Events<DecidedRequest>()
    /// What came, each with the target of its request.
    let events = Events<String>()
    /// What callers got, each with the number of its request.
    let delivered = Events<String>()

    init(_ level: ObservationLevel = .replies) {
        observationLevel = level
    }

    func began(_ request: DecidedRequest) -> (any ExchangeObserver)? {
        Exchange(request, self)
    }

    /// Waits until so many replies have ended; returns all that came.
    func endings(_ count: Int = 1) async -> [String] {
        await events.wait { events in events.count { $0.contains(" end ") } >= count }
    }

    private final class Exchange: ExchangeObserver {
        private let request: DecidedRequest
        private let observer: ReplyObserver

        init(_ request: DecidedRequest, _ observer: ReplyObserver) {
            (self.request, self.observer) = (request, observer)
        }

        func handle(_ event: ExchangeEvent) {
            let text: String
            switch event {
            case .sent: return observer.requests.add(request)
            case .delivered(.head(let head)):
                let names = head.headers.fields.map(\.name)
                return observer.delivered.add("\(request.id) \(head.status.rawValue) \(names)")
            case .delivered(.data(let data)):
                return observer.delivered.add("\(request.id) \(data.count) bytes")
            case .came(.head(let head)):
                let type = head.headers["Content-Type"].map { " \($0)" } ?? ""
                text = "\(head.status.rawValue)\(type)"
            case .came(.data(let data)): text = "data \(String(decoding: data, as: UTF8.self))"
            case .ended(.finished): text = "end finished"
            case .ended(.failed(let error)): text = "end failed \((error as NSError).code)"
            case .ended(.cancelled): text = "end cancelled"
            }
            observer.events.add("\(request.request.url.path) \(text)")
        }
    }
}
