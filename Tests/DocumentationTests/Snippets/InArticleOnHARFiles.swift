import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation

@testable import TestSupport

private func archives() throws {
    let archive = try HARArchive(contentsOf: URL(fileURLWithPath: "traffic.har")) {
        $0.hosts = ["api.example.com"]
    }
    print(archive)
    let barricade = Barricade(archive)

    try archive.write(to: URL(fileURLWithPath: "Responses", isDirectory: true))

    try barricade.select("404", for: "GET /v1/books/7")

    try barricade.har().write(to: URL(fileURLWithPath: "log.har"))
}

private func exports() throws {
    let export = try HARExport(of: ResponseSet.sets(in: .directory("Responses")))
    try export.data.write(to: URL(fileURLWithPath: "responses.har"))
    print(export)
}
