import Barricade
import BarricadeRecording
import Foundation
import Testing

struct ArticleOnRedaction {
    func changesTheRules() -> Redaction {
        let redaction = Redaction {
            $0.names.insert("customerRef")
            $0.paths = ["$..holder", "$.cards[*].last4"]
            $0.exceptions = ["$.page.token", "cursor"]
            $0.keptHeaders.insert("X-Request-Cost")
            $0.allowedQueryItems.insert("q")
            $0.allowedTypes.insert("application/pdf")
        }
        return redaction
    }

    @Test func checksAFolder() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Redaction-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func check() throws {
            let password = ProcessInfo.processInfo.environment["STAGING_PASSWORD"] ?? ""
            try Redaction.verify(folder, secrets: [password])
        }
        // The variable is not set here.
        #expect(throws: BarricadeError.self) { try check() }
    }
}
