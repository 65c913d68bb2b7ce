import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponsePreviewTests {
    private func preview(
        _ response: CannedResponse, limit: Int = 64 << 10
    ) throws -> ResponsePreview? {
        try Barricade(ResponseSet("Set", on: .any) { response })
            .preview(of: response.name, for: "Set", bodyLimit: limit)
    }

    @Test func hasHeadAndBody() throws {
        let response = CannedResponse(
            "OK", status: .created, headers: ["X-Env": "demo"], json: ["id": 7])
        let preview = try #require(try preview(response))
        #expect(preview.status == .created)
        #expect(preview.headers == ["X-Env": "demo", "Content-Type": "application/json"])
        #expect(String(decoding: preview.body, as: UTF8.self) == #"{"id":7}"#)
        #expect(preview.bodySize == 8 && preview.isWhole)
    }

    @Test func isCutAtItsLimit() throws {
        let text = try #require(try preview(CannedResponse("T", text: "Hello"), limit: 2))
        #expect(String(decoding: text.body, as: UTF8.self) == "He")
        #expect(text.bodySize == 5 && !text.isWhole)
        let chunks = CannedResponse("C", body: .chunks(["ab", "cd", "ef"]))
        let pieces = try #require(try preview(chunks, limit: 3))
        #expect(String(decoding: pieces.body, as: UTF8.self) == "abc")
        #expect(pieces.bodySize == 6)
        #expect(try preview(CannedResponse("N", text: "Hello"), limit: -1)?.body.isEmpty == true)
    }

    @Test func readsOnlyTheBeginningOfAFile() throws {
        let folder = try ScratchFolder()
        let file = folder.file("big.bin")
        // A file with a hole, of which nothing but the first bytes can be read in time.
        #expect(FileManager.default.createFile(atPath: file.path, contents: Data("begin".utf8)))
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        let preview = try #require(try preview(CannedResponse("F", file: file.path), limit: 5))
        #expect(String(decoding: preview.body, as: UTF8.self) == "begin")
        #expect(preview.bodySize == 1 << 40)
    }

    @Test func showsJSONThatWasBroken() throws {
        let broken = CannedResponse("B", json: [1]).malformingJSON()
        #expect(String(decoding: try #require(try preview(broken)).body, as: UTF8.self) == "[1,")
    }

    @Test func whatIsMadeForEachRequestHasNone() throws {
        #expect(try preview(.offline()) == nil)
        #expect(try preview(.live()) == nil)
        #expect(try preview(CannedResponse("H") { _ in CannedResponse() }) == nil)
    }

    @Test func failsAsTheRequestWould() throws {
        let missing = CannedResponse("F", file: "/nowhere/at/all.json")
        let fault = #expect(throws: BarricadeError.self) { try preview(missing) }
        #expect(fault?.code == .unreadableFile)
        #expect(fault?.message.contains("/nowhere/at/all.json") == true)
        let unknown = #expect(throws: BarricadeError.self) {
            try Barricade().preview(of: "A", for: "B")
        }
        #expect(
            unknown?.message == """
                No response set is named "B".
                Known: none. Give sets to Barricade(…) or barricade.register(…).
                """)
    }
}
