/// What signing in gives: a name to greet, and the token that later requests carry.
struct Account: Decodable, Sendable {
    let name: String
    let token: String
}

/// What signing in takes.
struct Credentials: Encodable, Sendable {
    let email: String
    let password: String
}
