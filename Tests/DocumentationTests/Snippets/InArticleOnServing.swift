import Barricade
import BarricadePanel

@testable import TestSupport

private func served(_ barricade: Barricade) async throws -> BarricadeServer {
    let server = try await barricade.serve(port: 8123, as: "https://api.example.com")
    print(server.url)  // http://127.0.0.1:8123/
    return server
}

private func servedToPages(_ barricade: Barricade) async throws -> BarricadeServer {
    let server = try await barricade.serve(
        as: "https://api.example.com", allowing: ["http://localhost:3000", "null"])
    return server
}

#if canImport(WebKit)
import Foundation
import WebKit

@MainActor private func load(_ server: BarricadeServer, in webView: WKWebView) {
    webView.load(URLRequest(url: server.url.appendingPathComponent("account")))
}
#endif
