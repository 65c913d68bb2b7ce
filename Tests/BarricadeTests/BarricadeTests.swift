import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct BarricadeTests {
    private let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Invalid Credentials", status: .unauthorized, text: "no")
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    @Test func answersWithTheSelectedResponse() async throws {
        let barricade = Barricade(login)
        let session = URLSession(configuration: .barricaded(by: barricade))

        let first = try await session.get("\(api)/login", method: "POST")
        #expect(first.text == #"{"token":"f00d"}"#)
        #expect(first.status == 200)
        #expect(first.response.mimeType == "application/json")

        try barricade.select("Invalid Credentials", for: "Login")
        #expect(try await session.get("\(api)/login", method: "POST").status == 401)

        try barricade.select("Offline", for: "Login")
        let error = try await session.failure("\(api)/login", method: "POST")
        #expect((error as? URLError)?.code == .notConnectedToInternet)
    }

    @Test func failsWhatNoSetClaims() async throws {
        let barricade = Barricade(login)
        let error = try await barricade.session.failure("\(api)/v1/profile?token=abc")
        guard case BarricadeError.Code.unmatchedRequest = error else {
            Issue.record("\(error)")
            return
        }
    }
}
