import Foundation

/// What the command line asks for.
struct Options {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    var server = Service.Place.canned
    /// The port at which to be the server; `nil` for being the app.
    var portToServe: UInt16?
    /// The file that the service keeps its contacts in.
    var contacts = FileManager.default.temporaryDirectory
        .appendingPathComponent("Barricade Contacts.json")
    var isHelp = false

    static let usage = """
        swift run --package-path Examples Contacts [options]

          --server <url>     ask a real server instead of the barricade, or "local" for one
                             that this process runs
          --serve <port>     be the server, for apps in other terminals
          --file <path>      keep the contacts there instead of a temporary file
          --help             print this

        Without a terminal it plays a tour, and ends with exit code 1 if a step of it went wrong.
        The tour expects a server that has just begun.
        """

    static func read(_ arguments: some Sequence<String>) -> Result<Options, Problem> {
        var options = Options()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--help", "-h":
                options.isHelp = true
            case "--server":
                guard let place = place(rest.next()) else {
                    return .failure(
                        Problem(
                            description: """
                                --server needs the URL of contacts, such as \
                                http://127.0.0.1:8080/contacts, or the word local.
                                """))
                }
                options.server = place
            case "--serve":
                guard let text = rest.next(), let port = UInt16(text) else {
                    return .failure(Problem(description: "--serve needs a port, or 0 for any."))
                }
                options.portToServe = port
            case "--file":
                guard let path = rest.next(), !path.isEmpty else {
                    return .failure(Problem(description: "--file needs the path of a file."))
                }
                options.contacts = URL(fileURLWithPath: path)
            default:
                return .failure(Problem(description: "\(argument) is not an option."))
            }
        }
        return .success(options)
    }

    private static func place(_ text: String?) -> Service.Place? {
        if text == "local" { return .local }
        guard let text, let url = URL(string: text), ["http", "https"].contains(url.scheme),
            url.host != nil
        else { return nil }
        return .server(url)
    }
}
