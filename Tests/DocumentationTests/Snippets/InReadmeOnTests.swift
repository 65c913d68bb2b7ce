import Barricade
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct LoginClient {  // the app's client takes its session from outside
    let session: URLSession

    func signIn() async throws -> Bool {
        guard let url = URL(string: "https://api.example.com/login") else { return false }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        let (_, response) = try await session.data(for: request)
        return (response as? HTTPURLResponse)?.statusCode == 200
    }
}

@Suite(.barricade(login)) struct LoginTests {
    @Test func failsOffline() async throws {
        try Barricade.current.select("Offline", for: "Login")
        let client = LoginClient(session: Barricade.current.session)
        await #expect(throws: URLError.self) { try await client.signIn() }
    }

    @Test(arguments: Preset.walk(over: login)) func asksOnce(state: Preset) async throws {
        try Barricade.current.apply(state)
        _ = try? await LoginClient(session: Barricade.current.session).signIn()
        #expect(try Barricade.current.requestCount(for: "Login") == 1)
    }
}
