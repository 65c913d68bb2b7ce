import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RequestBodyTests {
    private let barricade = Barricade(
        ResponseSet("Upload", on: .post("/upload")) { CannedResponse("Done", text: "done") })

    @Test func isTheDataOfTheRequestOrNone() async throws {
        let session = barricade.session
        let texts = ["x", "{\"a\": [1, 2]}", String(repeating: "long ", count: 40_000)]
        for text in texts { _ = try await session.send(.posting(text)) }
        _ = try await session.send(.posting(Data?.none))
        var bodies = texts.map { RequestBody.data(Data($0.utf8)) } + [.none]
        #if !canImport(Darwin)
        _ = try await session.send(.posting(Data()))
        bodies.append(.data(Data()))
        #endif
        #expect(barricade.requests.map(\.request.body) == bodies)
    }

    @Test func describesItsSizeOnly() {
        let bodies: [RequestBody] = [
            .none, .data(Data()), .data(Data("x".utf8)), .data(Data("secret".utf8)),
            .truncated(Data("sec".utf8), size: 6), .unreadable("why"),
        ]
        #expect(
            bodies.map(\.description)
                == ["no body", "0 bytes", "1 byte", "6 bytes", "3 of 6 bytes", "not readable: why"])
        let texts = bodies.map { $0.data.map { String(decoding: $0, as: UTF8.self) } }
        let expected: [String?] = [nil, "", "x", "secret", "sec", nil]
        #expect(texts == expected)
    }

    // MARK: Uploads

    @Test func isTheDataThatIsUploaded() async throws {
        let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let session = barricade.session
        let (answer, _) = try await session.upload(for: .posting(Data?.none), from: data)
        #expect(answer == Data("done".utf8))
        // Also beside data of the request.
        _ = try await session.upload(for: .posting("of the request"), from: Data("task".utf8))
        _ = try await session.upload(for: .posting(Data?.none), from: Data())
        let file = URL.temporaryFile("a file")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await session.upload(for: .posting(Data?.none), fromFile: file)
        let request = try URLRequest.posting(Data?.none)
        await withCheckedContinuation { continuation in
            session.uploadTask(with: request, from: Data("handler".utf8)) { _, _, _ in
                continuation.resume()
            }.resume()
        }
        let uploads = [data] + ["task", "", "a file", "handler"].map { Data($0.utf8) }
        #expect(barricade.requests.map(\.request.body) == uploads.map { .data($0) })
    }

    // MARK: In the log

    @Test func isWholeForMatchersAndCutInTheLog() async throws {
        let text = String(repeating: "a", count: 100) + "!"
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/upload") && .body(Data(text.utf8))) {
                CannedResponse("Done", text: "done")
            }, ResponseSet("Other", on: .any) { CannedResponse("Done", text: "other") }
        ) {
            $0.logLimits = RequestLogLimits(bodySize: 10)
        }
        // One that is as long as the limit is whole.
        let session = barricade.session
        let texts = try await [
            session.send(.posting(text)).text, session.send(.posting("0123456789")).text,
        ]
        #expect(texts == ["done", "other"])
        let requests = barricade.requests.map(\.request)
        let cut = RequestBody.truncated(Data("aaaaaaaaaa".utf8), size: 101)
        #expect(requests.map(\.body) == [cut, .data(Data("0123456789".utf8))])
        #expect(requests[0].urlRequest.httpBody == nil)
        let fault = requests[0].fault { try $0.text }
        #expect(fault == "body was cut in the log after 10 of 101 bytes")
    }
}

extension URL {
    /// Writes a file of its own for a test.
    static func temporaryFile(_ text: String) -> URL {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8))
        return file
    }
}
