import Foundation

/// All figures, for machines.
struct Report: Codable {
    let build: String
    let rounds: Int
    let requests: Int
    let rows: [Row]

    init(_ options: Options, _ rows: [Row]) {
        build = Self.build
        rounds = options.rounds
        requests = options.requests
        self.rows = rows
    }

    /// How the benchmark was built; figures of a debug build say nothing.
    static var build: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
