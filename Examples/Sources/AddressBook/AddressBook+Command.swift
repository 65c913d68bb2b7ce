import Foundation

extension AddressBook {
    /// What the user of the app can ask for.
    package enum Command: Hashable, Sendable {
        case list
        case find(String)
        case add(name: String, phone: String)
        case change(Contact.ID, phone: String)
        case delete(Contact.ID)

        package static let usage = """
            list   find <name>   add <name>, <number>   change <id> <number>   delete <id>
            """

        /// Reads what somebody has typed; `nil` if it is no command.
        package init?(_ line: String) {
            let words = line.split(separator: " ", maxSplits: 1)
            let rest = words.count == 2 ? words[1].trimmingCharacters(in: .whitespaces) : ""
            switch words.first {
            case "list" where rest.isEmpty:
                self = .list
            case "find" where !rest.isEmpty:
                self = .find(rest)
            case "add":
                guard let (name, phone) = Self.pair(rest, separator: ",") else { return nil }
                self = .add(name: name, phone: phone)
            case "change":
                guard let (id, phone) = Self.pair(rest, separator: " "), let id = Int(id) else {
                    return nil
                }
                self = .change(id, phone: phone)
            case "delete":
                guard let id = Int(rest) else { return nil }
                self = .delete(id)
            default:
                return nil
            }
        }

        private static func pair(_ text: String, separator: Character) -> (String, String)? {
            let parts = text.split(separator: separator, maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, !parts.contains("") else { return nil }
            return (parts[0], parts[1])
        }
    }
}
