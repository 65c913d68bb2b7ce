import Barricade
import BarricadeFolder
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponsePreviewTests {
    private func preview(
        _ response: CannedResponse, limit: Int = 64 << 10
    ) throws -> ResponsePreview? {
        try Barricade(ResponseSet("Set", on: .any) { response })
            .preview(of: response.name, for: "Set", bodyLimit: limit)
    }

    private func words(_ preview: ResponsePreview?) -> String? {
        preview.map { preview in
            let size = preview.bodySize.map(String.init) ?? "unknown"
            return "\(String(decoding: preview.body, as: UTF8.self)) of \(size)"
        }
    }

    @Test func hasHeadAndBodyUpToItsLimit() throws {
        let response = CannedResponse(
            "OK", status: .created, headers: ["X-Env": "demo"], json: ["id": 7])
        let whole = try #require(try preview(response))
        #expect(whole.status == .created)
        #expect(whole.isWhole)
        #expect(whole.headers == ["X-Env": "demo", "Content-Type": "application/json"])
        let text = CannedResponse("T", text: "Hello")
        let chunks = CannedResponse("C", body: .chunks(["ab", "cd", "ef"]))
        let broken = CannedResponse("B", json: [1]).malformingJSON()
        // A file with a hole, of which nothing but the first bytes can be read in time.
        let folder = try ScratchFolder()
        let file = try folder.write("begin", to: "big.bin")
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        let previews = try [
            preview(text, limit: 2), preview(chunks, limit: 3), preview(text, limit: -1),
            preview(broken), whole, preview(CannedResponse("F", file: file.path), limit: 5),
        ]
        #expect(
            previews.map(words) == [
                "He of 5", "abc of 6", " of 5", "[1, of 3", #"{"id":7} of 8"#,
                "begin of \(1 << 40)",
            ])
        #expect(previews[0]?.isWhole == false)
    }

    @Test func whatIsMadeForEachRequestHasNoneAndAFaultIsThatOfTheRequest() throws {
        let handler = CannedResponse("H") { _ in CannedResponse() }
        #expect(try [.offline(), .live(), handler].allSatisfy { try preview($0) == nil })
        let missing = CannedResponse("F", file: "/nowhere/at/all.json")
        let fault = BarricadeError.thrown { try preview(missing) }
        #expect(fault?.code == .unreadableFile)
        let unknown = BarricadeError.thrown {
            try Barricade().preview(of: "A", for: "B")
        }
        #expect(
            unknown?.message == """
                No response set is named "B".
                Known: none. Give sets to Barricade(…) or barricade.register(…).
                """)
    }
}
