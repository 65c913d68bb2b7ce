import Barricade

/// A kind of JSON object in the bodies of requests, with no other members than its own.
protocol RequestShape: Decodable {
    /// The names of its members.
    static var members: [String] { get }
}

/// An object that is refused if it has a member that means nothing.
struct Closed<Value: RequestShape>: Decodable {
    let value: Value

    private struct Member: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self).allKeys.map(\.stringValue)
        if let unknown = members.sorted().first(where: { !Value.members.contains($0) }) {
            throw Problem(
                .badRequest, .malformedBody,
                """
                The body of the request has a member "\(unknown.shortened)" that means nothing here.
                Known: \(NameSuggestion.list(nearestTo: unknown, among: Value.members)).
                """,
                nearest: NameSuggestion.nearestFirst(to: unknown, among: Value.members))
        }
        value = try Value(from: decoder)
    }
}
