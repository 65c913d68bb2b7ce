/// Somebody in the address book.
package struct Contact: Codable, Identifiable, Hashable, Sendable {
    /// The number that the service has given it.
    package let id: Int
    package var name: String
    package var phone: String

    package init(id: Int, name: String, phone: String) {
        self.id = id
        self.name = name
        self.phone = phone
    }

    /// Those whom a new address book begins with.
    package static let samples = [
        Contact(id: 1, name: "Ada Lovelace", phone: "+44 20 7946 0001"),
        Contact(id: 2, name: "Grace Hopper", phone: "+1 212 555 0102"),
        Contact(id: 3, name: "Alan Turing", phone: "+44 161 496 0003"),
    ]
}

/// What the app sends for somebody new.
package struct NewContact: Codable, Sendable {
    let name: String
    let phone: String

    package init(name: String, phone: String) {
        self.name = name
        self.phone = phone
    }
}

/// What the app sends to change somebody's number.
package struct ContactChange: Codable, Sendable {
    let phone: String
}
