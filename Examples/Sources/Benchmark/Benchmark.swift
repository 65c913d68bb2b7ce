import Barricade

/// Measures what a barricade costs beside a URLProtocol that answers at once and does nothing else.
@main
enum Benchmark {
    static func main() async {
        switch Options.read(CommandLine.arguments.dropFirst()) {
        case .failure(let problem):
            print("\(problem)\n\n\(Options.usage)")
            Terminal.fail()
        case .success(let options) where options.isHelp:
            print(Options.usage)
        case .success(let options):
            do {
                try await run(options)
            } catch {
                print("A request was not answered: \(error)")
                Terminal.fail()
            }
        }
    }

    private static func run(_ options: Options) async throws {
        if !options.isJSON { Table.printHead(options) }
        var rows: [Row] = []
        for part in Part.allCases where options.parts.contains(part) {
            try await part.measure(options) { row in
                rows.append(row)
                if !options.isJSON { Table.print(row) }
            }
        }
        if options.isJSON {
            try print(Report(options, rows).json())
        } else {
            Table.printFoot(rows)
        }
    }
}
