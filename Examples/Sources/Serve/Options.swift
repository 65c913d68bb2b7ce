import ProgramSupport

/// What the command line asks for.
struct Options {
    var port: UInt16 = 0
    var panelPort: UInt16 = 0
    var base = "https://api.bookshop.example"
    var origins: Set<String> = []
    var isHelp = false

    static let usage = """
        swift run --package-path Examples Serve [options]

          --port <port>         serve there; any free port unless given
          --panel-port <port>   open the panel there; any free port unless given
          --as <url>            the server to answer for; https://api.bookshop.example unless given
          --allow <origin>      let pages of this origin ask, such as http://localhost:3000
          --help                print this

        It serves until it is ended, and prints each request. The exit code is 1 if it cannot serve,
        and 2 if an option cannot be read.
        """

    static func read(_ arguments: some Sequence<String>) throws(Misuse) -> Options {
        var options = Options()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--help", "-h":
                options.isHelp = true
            case "--port", "--panel-port":
                guard let text = rest.next(), let port = UInt16(text) else {
                    throw Misuse("\(argument) needs a port, or 0 for any.")
                }
                if argument == "--port" { options.port = port } else { options.panelPort = port }
            case "--as":
                guard let base = rest.next() else {
                    throw Misuse("--as needs the URL of a server.")
                }
                options.base = base
            case "--allow":
                guard let origin = rest.next() else {
                    throw Misuse("--allow needs the origin of a page.")
                }
                options.origins.insert(origin)
            default:
                throw Misuse(unknownOption: argument, usage: usage)
            }
        }
        return options
    }
}
