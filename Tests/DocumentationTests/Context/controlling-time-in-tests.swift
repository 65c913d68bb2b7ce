let ticksURL = url
let photoURL = url
let photo = books

struct RetryingModel: Sendable {
    let session: URLSession
    let clock: any Clock<Duration>
    func signIn() async -> Bool { true }
}
