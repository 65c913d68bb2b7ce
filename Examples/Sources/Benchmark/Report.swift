import Foundation

/// All figures, for machines.
struct Report: Codable {
    let build: String
    let rounds: Int
    let requests: Int
    let rows: [Row]

    init(_ options: Options, _ rows: [Row]) {
        build = Self.isDebug ? "debug" : "release"
        rounds = options.rounds
        requests = options.requests
        self.rows = rows
    }

    /// Whether this is a debug build, in which few figures have a limit.
    static var isDebug: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
