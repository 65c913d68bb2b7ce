/// The reader who is signed in.
struct Profile: Decodable, Sendable {
    let name: String
    let email: String
    let loyaltyPoints: Int
    /// Titles, the latest first.
    let recentPurchases: [String]
}
