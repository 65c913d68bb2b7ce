import Foundation

/// What the command line asks for.
struct Options {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    var parts = Set(Part.allCases)
    /// How many times each side is measured; the medians count.
    var rounds = 9
    /// How many requests make one measurement.
    var requests = 1_000
    var isJSON = false
    var isHelp = false

    static let usage = """
        swift run -c release --package-path Examples Benchmark [options]

          --only <parts>     some of \(Part.allCases.map(\.rawValue).joined(separator: ","))
          --rounds <n>       how many times each side is measured, 9 unless given
          --requests <n>     how many requests each time, 1000 unless given
          --json             print JSON instead of a table
        """

    static func read(_ arguments: some Sequence<String>) -> Result<Options, Problem> {
        var options = Options()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--help", "-h": options.isHelp = true
            case "--json": options.isJSON = true
            case "--rounds", "--requests":
                guard let text = rest.next(), let number = Int(text), number > 0 else {
                    return .failure(Problem(description: "\(argument) needs a number above 0."))
                }
                if argument == "--rounds" {
                    options.rounds = number
                } else {
                    options.requests = number
                }
            case "--only":
                let names = (rest.next() ?? "").split(separator: ",").map(String.init)
                let parts = names.compactMap(Part.init(rawValue:))
                guard !parts.isEmpty, parts.count == names.count else {
                    return .failure(Problem(description: "--only needs names of parts."))
                }
                options.parts = Set(parts)
            default:
                return .failure(Problem(description: "\(argument) is not an option."))
            }
        }
        return .success(options)
    }
}
