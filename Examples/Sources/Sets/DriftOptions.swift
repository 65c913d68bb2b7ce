import Barricade
import BarricadeRecording
import Foundation
import ProgramSupport

/// What to compare, and with which server.
struct DriftOptions {
    let folder: URL
    let server: URL
    let isJSON: Bool
    private let settings: DriftReport.Settings

    init(_ arguments: inout Arguments) throws(Misuse) {
        var server: URL?
        var isJSON = false
        var settings = DriftReport.Settings()
        let paths = try arguments.paths(to: "the folder to compare") {
            option, rest throws(Misuse) in
            switch option {
            case "--against":
                server = try Self.server(rest.value(of: option, "https://staging.example.com"))
            case "--header":
                let field = try rest.pair(
                    of: option, separatedBy: ":", "\"Accept: application/json\"")
                settings.headers.append(field.name, field.value)
            case "--value":
                let item = try rest.pair(of: option, separatedBy: "=", "id=17")
                settings.values[item.name] = item.value
            case "--method":
                settings.methods.insert(HTTP.Method(rawValue: try rest.value(of: option, "POST")))
            case "--json":
                isJSON = true
            default:
                return false
            }
            return true
        }
        guard let server else {
            throw Misuse("The server is missing: --against https://staging.example.com.")
        }
        folder = paths[0]
        (self.server, self.isJSON, self.settings) = (server, isJSON, settings)
    }

    private static func server(_ text: String) throws(Misuse) -> URL {
        guard let url = URL(string: text), url.host != nil else {
            throw Misuse("\(text) is not a URL such as http://localhost:8080.")
        }
        return url
    }

    /// Asks the server.
    func report() async throws -> DriftReport {
        try await Drift.report(of: .directory(folder), against: server) { $0 = settings }
    }
}
