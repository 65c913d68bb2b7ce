import BarricadePanel
import Testing

@testable import TestSupport

@Suite struct PageFilesTests {
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent(".ci/embed-page").path

    #if os(Linux) || os(macOS)
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: script)))
    func filesAreEmbeddedAsTheyAre() async throws {
        let check = try ChildProcess("/usr/bin/env", ["bash", Self.script, "--check"])
        #expect(await check.end().code == 0, "A file of the page has changed. Run .ci/embed-page.")
    }
    #endif

    @Test func aPageIsOneScriptAndOneStyleSheet() throws {
        #expect(
            PageFiles.all.map(\.contentType) == [
                "text/html; charset=utf-8", "text/javascript; charset=utf-8",
                "text/css; charset=utf-8",
            ])
        let page = try #require(PageFiles.all.first).text
        for part in ["<script", "<link rel=\"stylesheet\""]
            + PageFiles.all.dropFirst().map({ "=\"\($0.path)\"" })
        {
            #expect(page.components(separatedBy: part).count == 2, "\(part)")
        }
        for inline in ["style=", "<style", "onclick=", "javascript:", "://"] {
            #expect(!page.contains(inline), "The content security policy refuses \(inline).")
        }
    }
}
