/// A book that the shop sells.
struct Book: Decodable, Sendable {
    let id: String
    let title: String
    let author: String
    let price: Price
}

/// Books as the service lists them, all of them or those that a search found.
struct BookList: Decodable, Sendable {
    let total: Int
    let books: [Book]
}
