struct Note: Codable, Identifiable, Sendable { var id = UUID(), text: String }
struct Order: Codable, Identifiable, Sendable { var id: String }
struct Tag: Codable, Identifiable, Sendable { var id: String }

struct ContactsModel {
    let session: URLSession
    func delete(_ id: Int) async {}
}
