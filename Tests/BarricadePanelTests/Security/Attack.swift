#if compiler(>=6.3) && os(Linux)
import Barricade
import BarricadePanel
import BarricadeSurfaces

@testable import TestSupport

/// An attack on a panel and a served port: no response may have status 500, nothing of a panel's
/// API may be told without its token, memory stays within the limits, and others are still served.
enum Attack: String, Codable, CaseIterable {
    case hostileRequests
    case fuzzedCalls
    case randomConnections
    case slowReaders
    case largeBodies

    /// Makes the attack, and returns the figures.
    func figures() async throws -> String {
        let target = try await AttackedPorts()
        let (before, start) = (ProcessUse.current, ContinuousClock.now)
        let figures = try await onThread { try make(on: target) }
        let (time, after) = (start.duration(to: .now), ProcessUse.current)
        try OwnProcess.check(
            after.memory < before.memory + 262_144, "memory: \(before) then \(after)")
        try await onThread { try target.checkThatOthersAreServed() }
        return "\(figures) in \(time)\nbefore: \(before)\nafter: \(after)\n"
    }

    private func make(on target: AttackedPorts) throws -> String {
        switch self {
        case .hostileRequests: try target.sendHostileRequests()
        case .fuzzedCalls: try target.callAPI(times: 200 * Endurance.scale)
        case .randomConnections: try target.connect(times: 100 * Endurance.scale)
        case .slowReaders: try target.readSlowly(readers: min(10 * Endurance.scale, 200))
        case .largeBodies: try target.sendLargeBodies(senders: 28)
        }
    }
}

/// A panel and a served port of one barricade; one thread at a time uses it.
final class AttackedPorts: @unchecked Sendable {
    private let panel: Panel
    private let server: BarricadeServer
    private let token: String
    private var random = SeededGenerator(seed: 35)
    private var statuses: [Int: Int] = [:]

    init() async throws {
        let film = ResponseSet("Film", on: .get("/film")) {
            CannedResponse("Large", text: String(letter: "x", count: 20_000_000))
        }
        let upload = ResponseSet("Upload", on: .post("/upload")) { CannedResponse("OK") }
        let barricade = Barricade.shop
        barricade.register(film, upload)
        let visit = try await PanelVisit(to: barricade)
        await visit.load("/login", method: "POST")
        (panel, token) = (visit.panel, visit.token)
        server = try await barricade.served()
    }

    /// Looks whether both ports still answer, the served one from a set that no call has changed.
    func checkThatOthersAreServed() throws {
        // A connection lingers for a second at most.
        let end = ContinuousClock.now + .seconds(120)
        while true {
            let statuses = try [(server.port, "/upload"), (panel.port, "/api/v1/state")].map {
                let client = try Client(port: $0)
                client.send(request($0 == panel.port ? "GET" : "POST", $1, to: $0))
                return try client.reply().status
            }
            if statuses == [200, 200] { return }
            try OwnProcess.check(ContinuousClock.now < end, "\(statuses)")
            usleep(100_000)
        }
    }

    private func request(
        _ method: String, _ target: String, to port: UInt16, hasToken: Bool = true,
        _ body: String = ""
    ) -> String {
        """
        \(method) \(target) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Content-Type: application/json\r
        \(hasToken ? "Authorization: Bearer \(token)\r\n" : "")\
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    /// Looks at all that came over a connection.
    private func check(_ text: String, after request: String, hasToken: Bool = false) throws {
        let words = text.split(separator: " ", maxSplits: 2)
        let status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        statuses[status, default: 0] += 1
        try OwnProcess.check(
            status != 500 && (hasToken || !text.contains("selectedResponse")),
            "\(request.debugDescription) got \(text.prefix(400))")
    }

    private func figures(_ what: String) -> String {
        let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(what) (\(counts.joined(separator: ", ")))"
    }

    // MARK: Hostile requests

    private static let targets = [
        "/api/v1/state", "/api/v1/../v1/state", "//api/v1/state", "/api//v1/state", "/API/v1/state",
        "/%61pi/v1/state", "/api%2Fv1%2Fstate", "/api/v1/state?token=TOKEN", "/api/v1/log/0/body",
        "/api/v1/sets/Login", "/api/v1/sets/%00", "/api/v1/sets/..%2F..%2Fetc", "/api/v1/events",
        "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/index.html%00.js", "/%", "/%zz",
        "/?\(String(repeating: "a=1&", count: 1_500))", "/\(String(repeating: "a", count: 9_000))",
        "*", "", "/a b", "/\u{0}", "/ü", "/#a", "\\", "http://evil.example/api/v1/state",
        "http://127.0.0.1/api/v1/state", "http://127.0.0.1@evil.example/", "https://127.0.0.1/",
        "ftp://127.0.0.1/", "http:///", "http://[::1/", "evil.example:443", "javascript:alert(1)",
    ]

    private static let fields = [
        "Host: evil.example", "Host: 127.0.0.1.evil.example", "Host: 127.0.0.1:99999", "Host:",
        "Host: 127.0.0.1\r\nHost: evil.example", "Host: 127.0.0.1, evil.example", "Host: [::1",
        "Host: LOCALHOST.", "Host: 0x7f000001", "Host: 2130706433", "Host: user@127.0.0.1",
        "X: no host", "Origin: null", "Origin: https://evil-example.com",
        "Origin: http://127.0.0.1",
        "Origin: http://127.0.0.1:80", "Origin: HTTP://127.0.0.1", "Origin: file://", "Origin:",
        "Origin: http://127.0.0.1\r\nOrigin: null", "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site", "Authorization: Bearer", "Authorization: Basic YTpi",
        "Authorization: Bearer \(String(repeating: "A", count: 22))", "Cookie: token=TOKEN",
        "Authorization: Bearer null", "Content-Length: -1", "Content-Length: 1e9",
        "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 99999999999999999999",
        "Transfer-Encoding: chunked\r\nContent-Length: 4", "Transfer-Encoding: gzip",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n", "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        "Transfer-Encoding : chunked", "Expect: 200-ok", "X: a\r\n b", "X: \u{0}", "X\u{7F}: a",
        "X: a\rb", " X: a", ": a", "X", "Connection: upgrade\r\nUpgrade: websocket",
        "X: \(String(repeating: "x", count: 40_000))", "Range: bytes=0-99999999999999999999",
        String(repeating: "X: a\r\n", count: 150), "Content-Type: application/json; charset=\u{1}",
    ]

    func sendHostileRequests() throws -> String {
        let hostile =
            Self.targets.map { "GET \($0) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }
            + Self.fields.flatMap { field in
                ["GET /api/v1/state", "POST /api/v1/reset", "GET /login"].map { line in
                    let host =
                        field.hasPrefix("Host") || field.hasPrefix("X: no")
                        ? "" : "Host: 127.0.0.1\r\n"
                    return "\(line) HTTP/1.1\r\n\(host)\(field)\r\n\r\n"
                }
            }
            + [
                "G\u{0}T", "get", "CONNECT", "TRACE", "PRI", "", " GET", "POST\tX", "{",
                "\u{16}\u{3}",
            ]
            .map { "\($0) /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }
            + ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 x", "http/1.1", ""]
            .map { "GET /api/v1/state \($0)\r\nHost: 127.0.0.1\r\n\r\n" }
        for text in hostile.map({ $0.replacing("TOKEN", with: token) }) {
            for port in [panel.port, server.port] {
                let client = try Client(port: port)
                client.send(text)
                client.socket.endSending()
                try check(client.rest(), after: text)
            }
        }
        return figures("\(hostile.count) hostile requests to each port")
    }

    // MARK: Fuzzed calls

    private static let bodies = [
        #"{"selected":"Offline","mode":"live"}"#, #"{"sets":{"Login":{"selected":"Offline"}}}"#,
        #"{"sets":["Login","Profile"]}"#, #"{"name":"3G"}"#, #"{"policy":"fail"}"#, "{}", "",
        #"{"set":"Login","count":1,"timeout":0}"#, #"{"response":"Success"}"#, #"{"live":true}"#,
    ]

    private static let pieces = [
        "Login", "Profile", "Success", "Offline", "0", "1", "99999999999999999999", "-1", "..", "",
        "%2F", "%00", "%", "%ff", "%F0%9F%A7%B1", "a+b", "TG9naW4", "{set}", "'", "=", "&",
    ]

    /// Calls operations with other segments, queries and bodies, every eighth without the token.
    func callAPI(times count: Int) throws -> String {
        let operations = APIDescription.own.operations.sorted().filter { !$0.hasSuffix("/events") }
        let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"]
        var client = try Client(port: panel.port)
        for number in 0..<count {
            let words = (operations.randomElement(using: &random) ?? "").split(separator: " ")
            let method = pick(5) ? any(methods) : String(words[0])
            var path = words[1].split(separator: "/").map { segment in
                segment.hasPrefix("{") || pick(12) ? any(Self.pieces) : String(segment)
            }.joined(separator: "/")
            if pick(4) {
                path += "?\(any(["limit", "after", "filter", "set"]))=\(any(Self.pieces))"
            }
            let hasToken = number % 8 != 7
            let text = request(
                method, "/api/v1/\(path)", to: panel.port, hasToken: hasToken, mutatedBody())
            client.send(text)
            let reply = try client.reply(hasBody: method != "HEAD")
            try check("HTTP/1.1 \(reply.status) \(reply.body)", after: text, hasToken: hasToken)
            try OwnProcess.check(
                hasToken || [400, 401].contains(reply.status), "\(text) got \(reply)")
            if reply["Connection"] == "close" { client = try Client(port: panel.port) }
        }
        return figures("\(count) calls")
    }

    private func mutatedBody() -> String {
        var bytes = Array(any(Self.bodies).utf8)
        for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 1..<128, using: &random)
            case 1: bytes.remove(at: index)
            default: bytes.insert(contentsOf: any(Self.pieces).utf8, at: index)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func any(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

    private func pick(_ oneOf: Int) -> Bool { Int.random(in: 0..<oneOf, using: &random) == 0 }

    // MARK: Random connections

    /// Sends the beginning of a request, or none, then random bytes, and goes away at some time.
    func connect(times count: Int) throws -> String {
        for number in 0..<count {
            let port = number % 2 == 0 ? panel.port : server.port
            let whole = Array(request("GET", "/film", to: port, hasToken: false).utf8)
            let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            let bytes = whole.prefix(Int.random(in: 0...whole.count, using: &random)) + noise
            let client = try Client(port: port)
            client.socket.write(bytes)
            guard pick(2) else {
                client.die()
                continue
            }
            client.socket.endSending()
            try check(client.rest(), after: String(decoding: bytes, as: UTF8.self))
        }
        return figures("\(count) connections")
    }

    // MARK: Slow readers, large bodies

    /// Asks for a large body, and reads a little of it.
    func readSlowly(readers count: Int) throws -> String {
        let before = ProcessUse.current
        let clients = try (0..<count).map { _ in try Client(port: server.port) }
        for client in clients {
            client.send(request("GET", "/film", to: server.port, hasToken: false))
            _ = client.socket.read()
        }
        let during = ProcessUse.current
        try OwnProcess.check(
            during.memory < before.memory + 131_072, "memory: \(before) then \(during)")
        clients.forEach { $0.die() }
        return "\(count) slow readers (\(before.memory) KB, then \(during.memory) KB)"
    }

    /// Sends a part of a body that may be large, and the rest never.
    func sendLargeBodies(senders count: Int) throws -> String {
        let before = ProcessUse.current
        let part = String(letter: "x", count: 8_000_000)
        let clients = try (0..<count).map { _ in try Client(port: server.port) }
        for client in clients {
            client.send(
                "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n\(part)"
            )
        }
        let during = ProcessUse.current
        try OwnProcess.check(
            during.memory < before.memory + 262_144, "memory: \(before) then \(during)")
        clients.forEach { $0.die() }
        return
            "\(count) bodies of \(part.utf8.count) bytes (\(before.memory) KB, then \(during.memory) KB)"
    }
}
#endif
