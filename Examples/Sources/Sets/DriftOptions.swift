import Barricade
import BarricadeRecording
import Foundation
import ProgramSupport

/// What to compare, and with which server.
struct DriftOptions {
    let folder: URL
    let server: URL
    private(set) var isJSON = false
    private var headers: HTTP.Headers = [:]
    private var values: [String: String] = [:]

    init(_ arguments: inout Arguments) throws(Misuse) {
        folder = try arguments.path("the folder to compare")
        var server: URL?
        while let option = arguments.next() {
            switch option {
            case "--against":
                let example = "https://staging.example.com"
                let text = try arguments.value(of: option, example)
                server = URL(string: text)
                if server == nil { throw Misuse("\(text) is not a URL.") }
            case "--header":
                let field = try arguments.pair(
                    of: option, separatedBy: ":", "\"Accept: application/json\"")
                headers.append(field.name, field.value)
            case "--value":
                let item = try arguments.pair(of: option, separatedBy: "=", "id=17")
                values[item.name] = item.value
            case "--json":
                isJSON = true
            default:
                throw Misuse("\(option) is not an option of drift.")
            }
        }
        guard let server else {
            throw Misuse("The server is missing: --against https://staging.example.com.")
        }
        self.server = server
    }

    /// Asks the server.
    func report() async throws -> DriftReport {
        try await Drift.report(of: .directory(folder), against: server) { settings in
            settings.headers = headers
            settings.values = values
        }
    }
}
