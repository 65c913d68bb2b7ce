import Barricade
import Foundation

extension String {
    /// A name with all that an address, a text or a page could trip over.
    static let awkwardName = #"Files/"a" & <b onclick='x'>bold</b> %2F ✓"#
}

extension Barricade {
    /// A barricade with sets of several kinds.
    static var shop: Barricade {
        let login = ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00d"])
            CannedResponse("Invalid Credentials", status: .unauthorized)
            CannedResponse("Offline", error: .notConnectedToInternet)
        }
        let profile = ResponseSet("Profile", on: .get("/profile/:id")) {
            CannedResponse("Regular", json: ["name": "Ada"])
            CannedResponse("Gone", file: "no-such-file.json")
            CannedResponse("Offline", error: .notConnectedToInternet)
        }
        let files = ResponseSet(.awkwardName, on: .get("/files")) {
            CannedResponse("Empty", status: .noContent)
            CannedResponse(.awkwardName, text: .awkwardName)
        }
        return Barricade(
            ResponseGroup("Account") {
                login; profile
            }, files
        ) {
            $0.presets = [Preset("Offline", everySet: "Offline")]
            $0.faultHandler = { _ in }
        }
    }
}
