import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation

private func documents() throws {
    let document = try Data(contentsOf: URL(fileURLWithPath: "service.json"))
    let service = try ResponseSet.sets(fromOpenAPI: document)
    print(service)
    let barricade = Barricade(service)
    _ = barricade
    try service.write(to: URL(fileURLWithPath: "Responses", isDirectory: true))
}

private func comments(_ document: Data) throws {
    let service = try ResponseSet.sets(fromOpenAPI: document)
    let barricade = Barricade(service)
    _ = barricade
}

private func comments() throws {
    let service = try ResponseSet.sets(
        fromOpenAPI: Data(contentsOf: URL(fileURLWithPath: "service.json")))
    print(service)
    let barricade = Barricade(service)
    _ = barricade
}
