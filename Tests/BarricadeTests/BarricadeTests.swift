import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BarricadeTests {
    @Test func answersWithTheSelectedResponse() async throws {
        let barricade = Barricade(
            ResponseSet("Login", on: .post("/login")) {
                CannedResponse("Success", json: ["token": "f00d"])
                CannedResponse("Invalid Credentials", status: .unauthorized, text: "no")
                CannedResponse("Offline", error: .notConnectedToInternet)
            })
        let session = URLSession(configuration: .barricaded(by: barricade))

        let first = try await session.get("\(api)/login", method: "POST")
        let told: [String] = [first.text, "\(first.status)", first.response.mimeType ?? "none"]
        #expect(told == [#"{"token":"f00d"}"#, "200", "application/json"])

        try barricade.select("Invalid Credentials", for: "Login")
        #expect(try await session.get("\(api)/login", method: "POST").status == 401)

        try barricade.select("Offline", for: "Login")
        let error = try await session.failure("\(api)/login", method: "POST")
        #expect((error as? URLError)?.code == .notConnectedToInternet)
    }
}
