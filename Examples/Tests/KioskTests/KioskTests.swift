#if os(macOS) || os(Linux)
import Barricade
import BarricadePanel
import Testing

/// An app driven from another process, as a UI test does it.
@Suite(.timeLimit(.minutes(2))) struct KioskTests {
    /// Below the ports that a system gives to those who ask for any.
    private let barricade = RemoteBarricade(port: .random(in: 20_000..<30_000))

    private func launch(_ options: [String: String] = [:]) async throws -> KioskProcess {
        let app = try KioskProcess(
            environment: barricade.launchEnvironment.merging(options) { $1 })
        try await barricade.waitUntilReady()
        return app
    }

    @Test func theFirstRequestGetsWhatTheLaunchSelects() async throws {
        let app = try await launch(["BARRICADE_SELECT": "Sign In=Offline"])
        try app.open("Sign In")
        #expect(
            await app.nextScreen() == "Sign In: Check your connection / You seem to be offline.")
        #expect(try await barricade.requests(for: "Sign In").map(\.response) == ["Offline"])

        try await barricade.select("Wrong Password", for: "Sign In")
        try app.open("Sign In")
        #expect(await app.nextScreen()?.hasPrefix("Sign In: Wrong email") == true)
        #expect(try app.end() == 0)
    }

    @Test func aPageIsHeldWhileTheTestLooksAtIt() async throws {
        let app = try await launch()
        try await barricade.hold("Catalogue")
        try app.open("Catalogue")
        let request = try await barricade.waitForHeldRequest(to: "Catalogue")
        #expect(request.url == "https://api.bookshop.example/v1/books")
        try await barricade.release(request.id, to: .response("Empty"))
        #expect(await app.nextScreen() == "Catalogue: The shelves are empty today.")
        #expect(try app.end() == 0)
    }

    @Test func aPresetChangesTheWholeShop() async throws {
        let app = try await launch()
        try await barricade.apply("Empty Shop")
        try app.open("Search")
        #expect(await app.nextScreen() == #"Search: Nothing found for "salt & sea"."#)
        try await barricade.reset()
        try app.open("Catalogue")
        #expect(await app.nextScreen()?.hasPrefix("Catalogue: The Salt") == true)
        #expect(try app.end() == 0)
    }

    @Test func anAppThatHasEndedIsToldSoAndLaunchedAnew() async throws {
        let first = try await launch()
        #expect(try first.end() == 0)
        await #expect(throws: BarricadeError.self) { try await barricade.overview }
        // The same address and token reach the next launch.
        let second = try await launch()
        #expect(try await barricade.overview.requestCount == 0)
        #expect(try second.end() == 0)
    }
}
#endif
