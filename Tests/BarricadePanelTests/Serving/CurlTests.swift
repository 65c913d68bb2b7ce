#if os(Linux) || os(macOS)
import Barricade
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

/// What `curl` makes of a server, where it is installed.
@Suite(
    .fewAtOnce, .timeLimit(.minutes(20)),
    .enabled(if: Curl.isInstalled, "curl is not installed"))
struct CurlTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .get("/books")) {
            CannedResponse(
                "Two", headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"], text: "Salt")
            CannedResponse(
                "Events", body: .events([.init("Salt", event: "book", id: "1"), .init("Sea")]))
            CannedResponse("Offline", error: .notConnectedToInternet)
            CannedResponse("Half", text: "Salt and Sea")
                .failing(.networkConnectionLost, after: .bytes(4))
            CannedResponse("Redirect", redirect: "/other")
        },
        ResponseSet("Other", on: .get("https://api.example.com/other")) {
            CannedResponse("One", text: "other")
        },
        ResponseSet("Plain", on: .get("http://plain.example.com/")) {
            CannedResponse("One", text: "plain")
        })

    /// Returns what curl prints of a response, without its date.
    private func curl(_ selected: String, _ options: String...) async throws -> Curl.Outcome {
        try barricade.select(selected, for: "Books")
        let server = try await barricade.served()
        let url = server.url.appendingPathComponent("books").absoluteString
        return try await Curl.run(options + ["--include", url])
    }

    /// A client repeats a request by itself if a kept connection just ends.
    @Test(arguments: ["GET", "POST", "PUT"])
    func anErrorReachesTheUserOfAKeptConnection(_ method: String) async throws {
        let barricade = Barricade(
            ResponseSet("Warm", on: .get("/warm")) { CannedResponse("Warm", text: "warm") },
            ResponseSet("Flaky", on: .any("/flaky")) {
                .sequence("Fails Once") {
                    CannedResponse(error: .networkConnectionLost)
                    CannedResponse(text: "works")
                }
            })
        let server = try await barricade.served()
        let (warm, flaky) = ("\(server.url)warm", "\(server.url)flaky")
        let sending = ["-X", method, flaky, "-w", "\n%{http_code} %{num_connects}\n"]
        let outcome = try await Curl.run([warm, "--next", "--silent"] + sending + [flaky])
        #expect(outcome.lines == ["warm", "000 0", "works", "200 1", ""])
        #expect(
            barricade.requests.map(\.line) == ["GET /warm", "\(method) /flaky", "\(method) /flaky"])
    }

    @Test func responsesFaultsAndRedirectsAreUnderstoodAndAProxyToo() async throws {
        let outcome = try await curl("Two")
        let fields = [
            "HTTP/1.1 200 OK", "Set-Cookie: a=1", "Set-Cookie: b=2",
            "Content-Type: text/plain; charset=utf-8", "ETag: \(outcome["ETag"])",
            "Cache-Control: no-store", "Content-Length: 4",
        ]
        #expect(outcome.lines == fields + ["", "Salt"])
        // CURLE_UNSUPPORTED_PROTOCOL, since what comes in place of a response is none, and
        // CURLE_PARTIAL_FILE; redirects are followed here.
        try await expectOutcomes(
            [
                "0 data: Sea": ["Events"], "1 ": ["Offline"], "18 Salt": ["Half"],
                "0 other": ["Redirect"],
            ]
        ) { selected in
            let outcome = try await curl(selected, "--no-buffer", "--location")
            return "\(outcome.status) \(outcome.lines.last { !$0.isEmpty } ?? "")"
        }
        #expect(barricade.requests.last?.line == "GET /other")

        let server = try await barricade.served()
        let proxy = ["--proxy", "http://127.0.0.1:\(server.port)"]
        let plain = try await Curl.run(proxy + ["http://plain.example.com/"])
        #expect(plain.lines == ["plain"])
        let secure = try await Curl.run(proxy + ["https://plain.example.com/"])
        // CURLE_RECV_ERROR or, from curl 8 on, CURLE_COULDNT_CONNECT.
        #expect([56, 7].contains(secure.status))
    }
}

/// The program `curl`.
enum Curl {
    struct Outcome {
        let status: Int32
        let lines: [String]

        /// The value of a header field; empty if it is not there.
        subscript(name: String) -> String {
            lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
                ?? ""
        }
    }

    private static let path = "/usr/bin/curl"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    static func run(_ arguments: [String]) async throws -> Outcome {
        let (text, status) = try await ChildProcess(
            path, ["--silent", "--noproxy", "", "--max-time", "240"] + arguments
        ).end()
        let lines = text.replacing("\r\n", with: "\n").split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init).filter { !$0.hasPrefix("Date: ") }
        return Outcome(status: status, lines: lines)
    }
}
#endif
