import Barricade
import BarricadePanel
import LoopbackServer

@testable import TestSupport

/// The API of a barricade that has been released, before its panel has closed.
enum GonePanel {
    static func ask(
        _ method: String, _ target: String
    ) async throws -> PanelVisit.Answer {
        let api = api()
        let words = target.split(separator: " ", maxSplits: 1)
        let request = LoopbackServer.Request(
            HTTP.Method(method), "/api/v1" + words[0].prefix { $0 != "?" },
            headers: ["Content-Type": "application/json"],
            body: Data(words.dropFirst().joined().utf8))
        let response = await api.answer(request)
        guard case .data(let data) = response.body else { throw CancellationError() }
        let headers = response.headers.fields.map { ($0.name.lowercased(), $0.value) }
        return PanelVisit.Answer(
            status: response.status.rawValue, headers: Dictionary(headers) { $1 }, data: data)
    }

    private static func api() -> PanelAPI {
        let barricade = Barricade.shop
        return PanelAPI(barricade, clock: ContinuousClock())
    }
}
