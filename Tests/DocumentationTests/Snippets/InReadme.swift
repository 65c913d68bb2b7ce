import Barricade
import Foundation

// These imports are those of the README: its code compiles where it is pasted.

private func example() throws {
    let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Wrong Password", status: .unauthorized, text: "Try again.")
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    let barricade = Barricade(login)
    let session = barricade.session  // give it to the code that sends requests

    try barricade.select("Offline", for: "Login")  // POST /login now fails as it does offline
    _ = session
}

private let value: Barricade::JSONValue = ["a": 1]
private let status: Barricade::HTTP.Status = .ok

private func enabling() {
    #if DEBUG
    Barricade.shared.register(login)
    Barricade.shared.enable()
    #endif
}
