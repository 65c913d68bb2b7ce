import Barricade
import BarricadePanel
import LoopbackServer
import Testing

@testable import TestSupport

/// A panel on the local network, asked over the address that this machine has there.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct LocalNetworkTests {
    #if DEBUG
    private static let address = IPv4Address.ofLocalNetwork?.description

    private func ask(
        _ panel: Panel, at host: String, _ method: String = "GET", _ path: String = "/state",
        _ fields: [String: String] = [:]
    ) async throws -> (status: Int, detail: JSONValue?) {
        let url = try URL("http://\(host):\(panel.port)/api/v1\(path)")
        var request = URLRequest(url: url)
        request.httpMethod = method
        let token = String((panel.url.fragment ?? "").dropFirst("token=".count))
        let own = ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
        for (name, value) in own.merging(fields, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
        let detail = try? JSONReader.read(data)["detail"]
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, detail)
    }

    @Test(.enabled(if: address != nil, "This machine has no address on a local network."))
    func onlyThatAddressIsServed() async throws {
        let address = try #require(Self.address)
        let barricade = Barricade.shop
        let panel = try await barricade.openPanel(on: .localNetwork)
        let port = panel.port
        #expect("\(panel)" == "http://\(address):\(port)/")
        try await expectOutcomes([
            "200": ["Host: \(address):\(port)", "Origin: http://\(address):\(port)"],
            "401": ["Authorization: Bearer no"],
            "403": [
                "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1:\(port)",
                "Sec-Fetch-Site: cross-site",
            ],
            "421": [
                "Host: evil.example:\(port)", "Host: 127.0.0.1:\(port)", "Host: localhost:\(port)",
                "Host: \(address).evil.example:\(port)",
            ],
        ]) { field in
            let words = field.components(separatedBy: ": ")
            return
                "\(try await ask(panel, at: address, "GET", "/state", [words[0]: words[1]]).status)"
        }
        // Nothing listens on the loopback address, and nothing is saved from elsewhere.
        #expect(throws: Socket.Failure.self) { try Socket.connect(to: port) }
        let (status, detail) = try await ask(panel, at: address, "POST", "/folder/save")
        let expected: JSONValue = """
            Over the local network nothing is saved to a folder.

            To fix: copy or download the responses, or save them on the device.
            """
        #expect((status, detail) == (409, expected))
        await panel.close()
        // The usual panel listens on this device only.
        let usual = try await Barricade.shop.openPanel()
        await #expect(throws: URLError.self) { try await ask(usual, at: address) }
    }
    #else
    @Test func releaseBuildsHaveNone() async throws {
        let error = await #expect(throws: BarricadeError.self) {
            try await Barricade.shop.openPanel(on: .localNetwork)
        }
        #expect(error?.code == .cannotListen)
        #expect(
            error?.message == """
                A panel on the local network opens only in debug builds, since its connection is \
                not encrypted.

                To fix: open it in a build with DEBUG, or on this device only: openPanel().
                """)
    }
    #endif
}
