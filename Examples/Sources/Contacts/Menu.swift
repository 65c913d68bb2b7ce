import AddressBook
import Barricade

/// The app for somebody at a terminal.
struct Menu {
    let service: Service

    func run() async {
        let app = AddressBook(client: service.client)
        Terminal.write("ADDRESS BOOK at \(service.url)\n\n\(usage)\n")
        var line: String? = "list"
        while let text = line, !["q", "quit", "exit"].contains(text) {
            if let command = AddressBook.Command(text) {
                Terminal.write(await app.perform(command))
            } else if text == "debug", let menu {
                Terminal.write(choice(in: menu))
            } else if !text.isEmpty {
                Terminal.write(usage)
            }
            Terminal.write("\n> ", terminator: "")
            line = readLine()
        }
    }

    private var menu: DebugMenu? {
        service.canned.map { DebugMenu(barricade: $0.barricade) }
    }

    private var usage: String {
        AddressBook.Command.usage + (menu == nil ? "   quit" : "   debug   quit")
    }

    private func choice(in menu: DebugMenu) -> String {
        Terminal.write("\n\(menu.text)\n\nChoose: ", terminator: "")
        let choices = menu.choices
        guard let number = readLine().flatMap({ Int($0) }), choices.indices.contains(number - 1)
        else { return "Nothing has changed: the choices have the numbers 1 to \(choices.count)." }
        do {
            return try menu.choose(choices[number - 1])
        } catch {
            return error.message
        }
    }
}
