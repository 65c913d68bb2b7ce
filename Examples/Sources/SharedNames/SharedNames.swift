import Barricade
import BarricadeTesting
import Foundation
import Neighbours

/// Shows that a file may import Barricade beside libraries that export the names people expect.
///
/// Nothing here is qualified by a module: that it compiles is the point.
struct SharedNames {
    let headers = HTTPHeaders()
    let method: Method = HTTPMethod.get
    let selection = Selection()
    let event = ServerSentEvent()
    let session = Session()

    let cannedHeaders: CannedResponse.Headers = ["Retry-After": "60"]
    let cannedStatus: CannedResponse.Status = .unauthorized
    let requestMethod: BarricadeRequest.Method = .post
    let choice: Preset.Selection = ["Login": "Offline"]
    let cannedEvent = ResponseBody.ServerSentEvent("tick")

    func part(of request: BarricadeRequest) throws -> HTTP.MultipartPart? {
        try request.multipart.first
    }

    func barricade() -> Barricade {
        let login = ResponseSet("Login", on: .method(.post) && .any("/login")) {
            CannedResponse("Locked", status: 423, headers: cannedHeaders)
            CannedResponse("Offline", error: .notConnectedToInternet)
        }
        return Barricade(login) {
            $0.presets = [Preset("Offline", choice)]
            $0.clock = TestClock()
        }
    }

    func manualClock() -> ManualClock {
        Barricade { $0.clock = ManualClock() }.manualClock
    }
}
