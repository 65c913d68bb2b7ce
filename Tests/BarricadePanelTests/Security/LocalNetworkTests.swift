import Barricade
import BarricadePanel
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A panel on the local network, asked over the address that this machine has there.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct LocalNetworkTests {
    #if DEBUG
    private static let address = IPv4Address.ofLocalNetwork?.description

    private func status(
        of panel: Panel, at host: String, _ fields: [String: String] = [:]
    ) async throws -> Int {
        let url = try #require(URL(string: "http://\(host):\(panel.port)/api/v1/state"))
        var request = URLRequest(url: url)
        let token = String((panel.url.fragment ?? "").dropFirst("token=".count))
        let all = ["Authorization": "Bearer \(token)"].merging(fields) { $1 }
        for (name, value) in all { request.setValue(value, forHTTPHeaderField: name) }
        let response = try await URLSession(configuration: .ephemeral).data(for: request).1
        return (response as? HTTPURLResponse)?.statusCode ?? 0
    }

    @Test(.enabled(if: address != nil, "This machine has no address on a local network."))
    func onlyThatAddressIsServed() async throws {
        let address = try #require(Self.address)
        let barricade = Barricade.shop
        let panel = try await barricade.openPanel(on: .localNetwork)
        #expect(panel.url.host == address)
        #expect("\(panel)" == "http://\(address):\(panel.port)/")
        #expect(try await status(of: panel, at: address) == 200)
        #expect(try await status(of: panel, at: address, ["Authorization": "Bearer no"]) == 401)
        // Nothing listens on the loopback address.
        #expect(throws: Socket.Failure.self) { try Socket.connect(to: panel.port) }
        await panel.close()
    }

    @Test(
        .enabled(if: address != nil, "This machine has no address on a local network."),
        arguments: [
            (["Host": "evil.example:PORT"], 421), (["Host": "127.0.0.1:PORT"], 421),
            (["Host": "localhost:PORT"], 421), (["Host": "ADDRESS.evil.example:PORT"], 421),
            (["Host": "ADDRESS:PORT"], 200), (["Origin": "http://evil.example"], 403),
            (["Origin": "null"], 403), (["Origin": "http://127.0.0.1:PORT"], 403),
            (["Origin": "http://ADDRESS:PORT"], 200), (["Sec-Fetch-Site": "cross-site"], 403),
        ])
    func othersAreRefused(fields: [String: String], wanted: Int) async throws {
        let address = try #require(Self.address)
        let barricade = Barricade.shop
        let panel = try await barricade.openPanel(on: .localNetwork)
        let sent = fields.mapValues { value in
            value.replacing("ADDRESS", with: address).replacing("PORT", with: "\(panel.port)")
        }
        #expect(try await status(of: panel, at: address, sent) == wanted)
        await panel.close()
    }

    @Test(.enabled(if: address != nil, "This machine has no address on a local network."))
    func nothingIsSavedFromThere() async throws {
        let address = try #require(Self.address)
        let barricade = Barricade.shop
        let panel = try await barricade.openPanel(on: .localNetwork)
        let url = try #require(URL(string: "http://\(address):\(panel.port)/api/v1/folder/save"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let token = String((panel.url.fragment ?? "").dropFirst("token=".count))
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 409)
        #expect(
            try JSONDecoder().decode(JSONValue.self, from: data)["detail"] == """
                Over the local network nothing is saved to a folder.

                To fix: copy or download the responses, or save them on the device.
                """)
        await panel.close()
    }

    @Test func theUsualPanelListensOnThisDeviceOnly() async throws {
        let panel = try await Barricade.shop.openPanel()
        #expect(panel.url.host == "127.0.0.1")
        guard let address = Self.address else { return }
        await #expect(throws: URLError.self) { try await status(of: panel, at: address) }
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
