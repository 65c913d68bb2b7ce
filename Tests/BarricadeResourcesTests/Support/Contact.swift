/// The model of most tests of resources.
struct Contact: Codable, Identifiable, Sendable, Equatable {
    var id: Int
    var name: String
    var age: Int?
    var tags: [String]?

    static let ada = Contact(id: 1, name: "Ada")
}
