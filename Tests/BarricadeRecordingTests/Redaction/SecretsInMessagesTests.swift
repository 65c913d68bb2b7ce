import Barricade
import BarricadeSurfaces
import Testing

@testable import TestSupport

/// The log, cURL commands and errors of the core mask the same names and forms.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct SecretsInMessagesTests {
    @Test func masksTheCorpus() async throws {
        let corpus = SecretCorpus()
        let barricade = Barricade()
        let session = URLSession(configuration: .patient(by: barricade))
        defer { session.invalidateAndCancel() }
        var count = 0
        // One of each kind: the others differ only in their letters. Each is in every third place,
        // and the next ones in those between.
        for (number, secret) in corpus.masked.enumerated() {
            let requests = try Self.requests(with: secret)
            for place in stride(from: number % 3, to: requests.count, by: 3) {
                let request = requests[place]
                count += 1
                let error = await Self.failure(of: request, session)
                let logged = try #require(barricade.requests.last)
                let texts = [error, "\(logged)", logged.request.curlCommand]
                let leaks = texts.map { Leak.of(secret.value, in: Data($0.utf8)) }
                #expect(
                    error.hasPrefix("No response set matches"),
                    "\(secret.kind): \(leaks) in \(texts)")
                #expect(
                    leaks == [nil, nil, nil],
                    "\(secret.kind): \(leaks) in \(texts)")
            }
        }
        #expect(count > 90)
    }

    private static func failure(of request: URLRequest, _ session: URLSession) async -> String {
        do {
            _ = try await session.data(for: request)
            return ""
        } catch {
            return error.localizedDescription
        }
    }

    private static func requests(with secret: SecretCorpus.Secret) throws -> [URLRequest] {
        let percent = secret.value.percentEncoded
        let name = secret.name ?? "q"
        let member = "{\(JSONValue.string(name)):\(JSONValue.string(secret.value))}"
        var urls = ["https://api.example.com/a?\(name)=\(percent)&page=2"]
        if secret.name == nil { urls.append("https://api.example.com/a/\(percent)/b") }
        let bodies = [
            ("application/json", member),
            ("application/json", "{\"a\":[\(JSONValue.string(member))]}"),
            ("application/x-www-form-urlencoded", "\(name)=\(percent)&page=2"),
            ("text/plain", member),
        ]
        return try urls.map { URLRequest(url: try URL($0)) }
            + bodies.map { type, body in
                var request = URLRequest(
                    url: try URL("https://api.example.com/a"))
                request.httpMethod = "POST"
                request.setValue(type, forHTTPHeaderField: "Content-Type")
                request.setValue(percent, forHTTPHeaderField: "X-\(name)")
                request.httpBody = Data(body.utf8)
                return request
            }
    }
}
