import AddressBook
import Barricade
import ContactsServer
import Foundation

/// An address book whose backend is late: it runs on canned contacts until there is a server.
@main
enum Contacts {
    static func main() async {
        switch Options.read(CommandLine.arguments.dropFirst()) {
        case .failure(let problem):
            Terminal.write("\(problem)\n\n\(Options.usage)")
            Terminal.exit(.misuse)
        case .success(let options) where options.isHelp:
            Terminal.write(Options.usage)
        case .success(let options):
            do {
                try await run(options)
            } catch {
                Terminal.write("\(error.localizedDescription)")
                Terminal.exit(.failure)
            }
        }
    }

    private static func run(_ options: Options) async throws {
        if let port = options.portToServe {
            return try await serve(options.contacts, at: port)
        }
        if Terminal.isInteractive {
            let service = try Service(options.server, contacts: options.contacts)
            await Menu(service: service).run()
        } else if try await !Tour(server: options.server).run() {
            Terminal.exit(.failure)
        }
    }

    /// Is the backend, for apps in other terminals.
    private static func serve(_ contacts: URL, at port: UInt16) async throws {
        let server = try ContactsServer(contacts: ContactFile(contacts), port: port)
        server.start()
        Terminal.write("Serving \(contacts.path) at \(server.url). Control-C ends it.")
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }
}
