let clock = ManualClock()
let client = RetryingClient()

struct RetryingClient: Sendable {
    func items() async throws -> [Int] { [] }
}
