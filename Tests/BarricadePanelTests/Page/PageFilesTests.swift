import BarricadePanel
import Foundation
import Testing

@Suite struct PageFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/BarricadePanel/Page/Files")

    /// The names of the files; none where the tests run without the sources, as on a device.
    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

    @Test(.enabled(if: !names.isEmpty)) func filesAreEmbeddedAsTheyAre() throws {
        #expect(PageFiles.all.map(\.path) == Self.names, "Run .ci/embed-page.")
        for file in PageFiles.all {
            let text = try String(
                contentsOf: Self.folder.appendingPathComponent(file.path), encoding: .utf8)
            #expect(file.text == text, "\(file.path) has changed. Run .ci/embed-page.")
        }
    }

    @Test func scriptsAndStylesAreInFilesOfTheirOwn() throws {
        let page = try #require(PageFiles.all.first { $0.path == "index.html" }).text
        for inline in ["style=", "<style", "onclick=", "javascript:", "://"] {
            #expect(!page.contains(inline), "The content security policy refuses \(inline).")
        }
        let scripts = page.components(separatedBy: "<script").dropFirst()
        #expect(
            scripts.count == 1 && scripts.allSatisfy { $0.contains("src=\"panel.js\"></script>") })
    }
}
