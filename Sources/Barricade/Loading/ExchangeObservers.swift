import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The observers of an exchange, which are told the same in the same order.
struct ExchangeObservers: Sendable {
    private let all: [any ExchangeObserver]
    private let method: HTTP.Method

    /// Asks plugins for their observers; `nil` if there are none.
    ///
    /// - Parameter asked: The observer of the plugin that was asked about an unmatched request.
    init?(
        of request: DecidedRequest, _ plugins: [any Plugin], _ asked: (any ExchangeObserver)?
    ) {
        all =
            [asked].compactMap(\.self)
            + plugins.filter { $0.observationLevel != .none }.compactMap { $0.began(request) }
        method = request.request.method
        if all.isEmpty { return nil }
    }

    func tell(_ event: ExchangeEvent) {
        for observer in all { observer.handle(event) }
    }

    /// Tells that a real server's response has come.
    func tellResponse(_ response: URLResponse) {
        guard let http = response as? HTTPURLResponse else { return }
        tell(.came(.head(ReplyHead(http, to: method))))
    }

    /// Tells what the caller gets.
    func tellDelivery(of event: LoadEvent) {
        switch event {
        case .response(let response, let canned):
            guard let http = response as? HTTPURLResponse else { break }
            let status = HTTP.Status(http.statusCode)
            let head =
                canned.map { ReplyHead(canned: status, $0.fields) } ?? ReplyHead(http, to: method)
            tell(.delivered(.head(head)))
        case .data(let data), .piece(let data): tell(.delivered(.data(data)))
        case .sent, .perform, .handOver, .finish, .fail: break
        }
    }
}
