import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct RequestBodyTests {
    private let barricade = Barricade(
        ResponseSet("Upload", on: .post("/upload")) { CannedResponse("Done", text: "done") })

    /// The body of the only request so far.
    private var body: RequestBody? {
        barricade.requests.count == 1 ? barricade.requests.first?.request.body : nil
    }

    @Test(arguments: ["x", "{\"a\": [1, 2]}", String(repeating: "long ", count: 40_000)])
    func isTheDataOfTheRequest(_ text: String) async throws {
        #expect(try await barricade.session.send(.posting(text)).text == "done")
        #expect(body == .data(Data(text.utf8)))
    }

    @Test func isNoneWhereThereIsNone() async throws {
        #expect(try await barricade.session.send(.posting(Data?.none)).text == "done")
        #expect(body == RequestBody.none)
        #expect(body?.data == nil)
        #expect(body?.description == "no body")
    }

    #if !canImport(Darwin)
    @Test func isEmptyDataWhereThatIsGiven() async throws {
        #expect(try await barricade.session.send(.posting(Data())).text == "done")
        #expect(body == .data(Data()))
        #expect(body?.description == "0 bytes")
    }
    #endif

    @Test func describesItsSizeOnly() {
        #expect(RequestBody.data(Data("x".utf8)).description == "1 byte")
        #expect(RequestBody.data(Data("secret".utf8)).description == "6 bytes")
        #expect(RequestBody.truncated(Data("sec".utf8), size: 6).description == "3 of 6 bytes")
        #expect(RequestBody.truncated(Data("sec".utf8), size: 6).data == Data("sec".utf8))
        #expect(RequestBody.unreadable("why").description == "not readable: why")
        #expect(RequestBody.unreadable("why").data == nil)
    }

    @Test func leavesAStreamAloneOutsideOfALoad() throws {
        var plain = try URLRequest.posting(Data?.none)
        plain.httpBodyStream = InputStream(data: Data("streamed".utf8))
        let request = try #require(BarricadeRequest(plain))
        #expect(
            request.fault { try $0.text }
                == "body is not readable here: its stream is read when the request is loaded")
    }

    // MARK: Uploads

    @Test func isTheDataThatIsUploaded() async throws {
        let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let (answer, _) = try await barricade.session.upload(
            for: .posting(Data?.none), from: data)
        #expect(answer == Data("done".utf8))
        #expect(body == .data(data))
    }

    @Test func isTheUploadedDataAlsoBesideThatOfTheRequest() async throws {
        _ = try await barricade.session.upload(
            for: .posting("of the request"), from: Data("of the task".utf8))
        #expect(body == .data(Data("of the task".utf8)))
    }

    @Test func isEmptyWhereNothingIsUploaded() async throws {
        _ = try await barricade.session.upload(for: .posting(Data?.none), from: Data())
        #expect(body == .data(Data()))
    }

    @Test func isTheContentOfTheFileThatIsUploaded() async throws {
        let file = URL.temporaryFile("{\"from\":\"a file\"}")
        defer { try? FileManager.default.removeItem(at: file) }
        let (answer, _) = try await barricade.session.upload(
            for: .posting(Data?.none), fromFile: file)
        #expect(answer == Data("done".utf8))
        #expect(body == .data(Data("{\"from\":\"a file\"}".utf8)))
    }

    @Test func isThatOfAnUploadTaskWithACompletionHandler() async throws {
        let request = try URLRequest.posting(Data?.none)
        let answer = await withCheckedContinuation { continuation in
            barricade.session.uploadTask(with: request, from: Data("up".utf8)) { data, _, _ in
                continuation.resume(returning: data)
            }.resume()
        }
        #expect(answer == Data("done".utf8))
        #expect(body == .data(Data("up".utf8)))
    }

    #if !canImport(Darwin)
    @Test func saysWhichFileToUploadIsMissing() async throws {
        let file = URL(fileURLWithPath: "/nowhere/photo.jpg")
        _ = try await barricade.session.upload(for: .posting(Data?.none), fromFile: file)
        #expect(
            body
                == .unreadable(
                    "the file to upload cannot be read: /nowhere/photo.jpg"))
        let request = try #require(barricade.requests.first?.request)
        #expect(
            request.fault { try $0.json(as: Int.self) }
                == "body is not readable here: the file to upload cannot be read: /nowhere/photo.jpg"
        )
    }
    #endif

    // MARK: In the log

    @Test func isWholeForMatchersAndCutInTheLog() async throws {
        let text = String(repeating: "a", count: 100) + "!"
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/upload") && .body(Data(text.utf8))) {
                CannedResponse("Done", text: "done")
            }
        ) {
            $0.logLimits = RequestLogLimits(bodySize: 10)
        }
        #expect(try await barricade.session.send(.posting(text)).text == "done")
        let request = try #require(barricade.requests.first?.request)
        #expect(request.body == .truncated(Data("aaaaaaaaaa".utf8), size: 101))
        #expect(request.urlRequest.httpBody == nil)
        #expect(
            request.fault { try $0.text } == "body was cut in the log after 10 of 101 bytes")
    }

    @Test func isNotCutAtTheLimit() async throws {
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/upload")) { CannedResponse("Done", text: "done") }
        ) {
            $0.logLimits = RequestLogLimits(bodySize: 10)
        }
        _ = try await barricade.session.send(.posting("0123456789"))
        #expect(barricade.requests.first?.request.body == .data(Data("0123456789".utf8)))
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
