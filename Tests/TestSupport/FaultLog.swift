import Barricade

/// Collects the faults that a barricade reports.
struct FaultLog: Sendable {
    private let faults = Locked<[BarricadeError]>([])

    var handler: @Sendable (BarricadeError) -> Void {
        { fault in faults.withLock { $0.append(fault) } }
    }

    var all: [BarricadeError] { faults.current }
    var messages: [String] { all.map(\.message) }
    var codes: [BarricadeError.Code] { all.map(\.code) }
}

extension Barricade {
    /// What its checks say, and then a request that it fails, each with its code.
    func faultsOfChecksAndRequest() async throws -> [String] {
        let error = BarricadeError(try await session.failure(api))
        return (validate() + [error].compactMap(\.self)).map { "\($0.code): \($0.message)" }
    }
}
