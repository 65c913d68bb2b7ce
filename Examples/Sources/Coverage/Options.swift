import ProgramSupport

/// What the command line asks for.
struct Options {
    /// The reports to add up.
    var files: [String] = []
    /// The file to write a page of HTML to; `nil` for none.
    var page: String?
    /// The share of responses that must have been served, from 0 to 100.
    var minimum = 0.0
    var isHelp = false

    static let usage = """
        swift run --package-path Examples Coverage <file>... [options]

          <file>             a report that a test run has left; several are added up
          --minimum <n>      the percentage of responses that must have been served, 0 unless given
          --html <file>      also write the report as a page
          --help             print this

        Exit codes: 0 at the minimum or above, 1 below it, 2 if the options or a file are unusable.
        """

    static func read(_ arguments: some Sequence<String>) throws(Misuse) -> Options {
        var options = Options()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--help", "-h":
                options.isHelp = true
            case "--minimum":
                guard let text = rest.next(), let number = Double(text), 0...100 ~= number else {
                    throw Misuse("--minimum needs a number from 0 to 100.")
                }
                options.minimum = number
            case "--html":
                guard let page = rest.next(), !page.isEmpty, !page.hasPrefix("-") else {
                    throw Misuse("--html needs the path of a file.")
                }
                options.page = page
            case let option where option.hasPrefix("-"):
                throw Misuse(unknownOption: option, usage: usage)
            case let file:
                options.files.append(file)
            }
        }
        guard options.isHelp || !options.files.isEmpty else {
            throw Misuse("The path of a report is missing.")
        }
        return options
    }
}
