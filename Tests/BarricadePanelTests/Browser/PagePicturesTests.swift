#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

extension PageTests {
    /// Draws the pictures in the documentation.
    @Suite(.enabled(if: PictureFolder.url != nil, "Run .ci/screenshots to draw the pictures."))
    struct Pictures {
        private static let sets = [
            ResponseSet("Sign In", on: .post("/v1/session"), group: "Account") {
                CannedResponse("Success", json: ["token": "f00d", "user": ["name": "Ada"]])
                CannedResponse("Wrong Password", status: 401, json: ["error": "wrong password"])
                CannedResponse("Locked", status: 423, json: ["error": "locked", "minutes": 15])
                CannedResponse("Slow", json: ["token": "f00d"], delay: .seconds(1.2))
                CannedResponse("Offline", error: .notConnectedToInternet)
            },
            ResponseSet("Profile", on: .get("/v1/profile"), group: "Account") {
                CannedResponse("Regular", json: ["name": "Ada"])
                CannedResponse("Signed Out", status: 401)
            },
            ResponseSet("Catalogue", on: .get("/v1/books"), group: "Shop") {
                CannedResponse("In Stock", json: [["title": "Salt and Sea"]])
                CannedResponse("Empty", json: [])
                CannedResponse("Server Error", status: 500)
            },
            ResponseSet("Search", on: .get("/v1/search") && .query("q"), group: "Shop") {
                CannedResponse("One Hit", json: [["title": "Salt and Sea"]])
                CannedResponse("No Hits", json: [])
            },
            ResponseSet("Place Order", on: .post("/v1/orders"), group: "Shop") {
                CannedResponse("Confirmed", status: 201, json: ["number": 1042])
                CannedResponse("Card Declined", status: 402)
            },
            ResponseSet("Order Status", on: .get("/v1/orders/:number"), group: "Shop") {
                CannedResponse("Being Packed", json: ["state": "packing"])
                CannedResponse("Unknown", status: 404)
            },
        ]

        private static let presets = [
            Preset("Empty Shop", ["Catalogue": "Empty", "Search": "No Hits"]),
            Preset("Bad Day", ["Sign In": "Locked", "Catalogue": "Server Error"]),
        ]

        @Test(
            arguments: [
                ("panel.png", "light", "Sign In, Locked, 423 locked, changed, 2 requests"),
                ("panel-dark.png", "dark", "GET https://api.example.com/v2/books, unmatched"),
            ])
        func draws(name: String, scheme: String, opened: String) async throws {
            try await ShownApp.withPage(
                Self.sets, presets: Self.presets
            ) { app in
                try await app.tab.prefer(colours: scheme)
                async let order = use(app)
                try await app.tab.perform(
                    .until("document.querySelectorAll('#log-list .row').length === 9"),
                    .see("held · Place Order, Confirmed"),
                    .click(.button(opened)),
                    .until(
                        """
                        document.querySelector('#detail .actions') !== null
                            && !document.querySelector('.response .round:disabled')
                        """))
                let picture = try await app.tab.screenshot()
                let folder = try #require(PictureFolder.url)
                try picture.write(to: folder.appendingPathComponent(name))
                app.barricade.releaseAll()
                #expect(try await order == 201)
            }
        }

        /// Uses the app until a request of it waits, and returns how that is answered.
        private func use(_ app: ShownApp) async throws -> Int {
            try await app.send("/v1/session", method: "POST")
            try await app.send("/v1/profile")
            try await app.send("/v1/books?page=1")
            try await app.send("/v1/search?q=sea")
            try await app.send("/v2/books")
            try app.barricade.apply("Bad Day")
            try await app.send("/v1/session", method: "POST")
            try await app.send("/v1/books?page=1")
            try await app.send("/v1/orders/1042")
            try app.barricade.setMode(.live, for: "Search")
            try app.barricade.setMode(.held, for: "Place Order")
            return try await app.send("/v1/orders", method: "POST")
        }
    }
}

/// The folder for pictures, if they are asked for.
private enum PictureFolder {
    static let url = ProcessInfo.processInfo.environment["BARRICADE_PICTURES"]
        .map { URL(fileURLWithPath: $0, isDirectory: true) }
}
#endif
