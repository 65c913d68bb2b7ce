import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20))) struct LoadClientTests {
    /// Stops its load while it gets the head of the reply.
    private final class StoppingClient: LoadClient {
        let requestToLoad: URLRequest
        var load: Load?
        private(set) var eventCount = 0

        let hiddenBody: RequestBody? = nil
        let isUpload = false
        let additionalHeaders: [HTTP.Headers.Field] = []
        let sessionConfiguration: URLSessionConfiguration? = nil
        let isLoader = true
        let handOver = HandOver.impossible
        let isRunning = true
        let takesPieces = true

        init(_ url: URL) { requestToLoad = URLRequest(url: url) }

        func receive(_ event: LoadEvent) {
            eventCount += 1
            load?.stop()
        }

        func passing(_ request: URLRequest) -> (URLRequest, URLSessionConfiguration) {
            (request, .ephemeral)
        }

        func run(_ block: @escaping @Sendable () -> Void) { block() }
        func note(on last: LoadEvent) -> String? { nil }
        func afterEarlierEvents(_ callBack: @escaping @Sendable () -> Void) { callBack() }
        func consider(_ offer: RedirectOffer) {}
    }

    @Test func aLoadThatIsStoppedByItsClientIsLoggedAsCancelled() throws {
        let barricade = Barricade(
            ResponseSet("Greeting", on: .get("/hello")) { CannedResponse("Hello", text: "hello") })
        let client = StoppingClient(try #require(URL(string: "\(api)/hello")))
        client.load = Load(for: client, at: barricade)
        client.load?.begin()
        #expect(client.eventCount == 1)
        #expect(barricade.requests.map(\.outcome) == [.cancelled])
    }
}
