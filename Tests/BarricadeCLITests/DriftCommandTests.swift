#if os(Linux) || os(macOS)
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct DriftCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.writeSets(ScratchFolder.set("GET /books", #""json": [{ "id": 1 }]"#), to: "Sets")
    }

    private func drift(_ response: String, _ options: String...) async throws -> ToolRun {
        let path = try folder.writeSets(ScratchFolder.set("GET /books", response), to: "Server")
        let server = try await RunningTool("serve", path)
        return try await Tool.run(
            ["drift", folder.file("Sets").path, "--against", server.url] + options)
    }

    @Test func isContentIfAllFitsAndTellsWhatDiffers() async throws {
        #expect(try await drift(#""json": [{ "id": 2 }]"#, "--quiet") == ToolRun(""))
        let run = try await drift(#""json": [{ "id": "2" }]"#, "--quiet")
        #expect(run.text.contains("$[*].id"))
        #expect(run.code == 1)
        #expect(try await drift(#""json": [{ "id": "2" }]"#, "--json").text.hasPrefix("{\""))
    }
}
#endif
