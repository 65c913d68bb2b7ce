let ticksURL = url
let photoURL = url
let photo = books

struct RetryingModel: Sendable {
    let session: URLSession
    let clock: any Clock<Duration>
    func signIn() async -> Bool { true }
}
let items = books

struct GaveUp: Error {}

struct RetryingClient: Sendable {
    let session: URLSession
    let clock: any Clock<Duration>
    func items() async throws {}
}
