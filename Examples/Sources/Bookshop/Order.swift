/// An order that the service knows.
struct Order: Decodable, Sendable {
    let number: Int
    let title: String
    let price: Price
    let status: String
}

/// What placing an order takes.
struct OrderRequest: Encodable, Sendable {
    let bookID: String
    let copies: Int
}
