package import Foundation

/// The state of a barricade's handlers between requests: the items of its resources.
///
/// A resource is a definition that several barricades may share, such as those of parallel tests.
/// Its items are kept here, so that each barricade has its own.
package final class HandlerState: Sendable {
    /// The location of files.
    package let files: FileLocation
    package let random: RandomSource
    /// Tells the date.
    let date: @Sendable () -> Date
    private let entries = Locked<[(owner: any AnyObject & Sendable, value: any Sendable)]>([])

    init(files: FileLocation, random: RandomSource, date: @escaping @Sendable () -> Date) {
        self.files = files
        self.random = random
        self.date = date
    }

    /// Returns the state of an owner, made at the first call.
    package func value<Value: Sendable>(
        for owner: any AnyObject & Sendable, make: () -> Value
    ) -> Value {
        entries.withLock { entries in
            for entry in entries where entry.owner === owner {
                if let value = entry.value as? Value { return value }
            }
            let value = make()
            entries.append((owner, value))
            return value
        }
    }
}

/// A handler that needs its barricade's state.
package protocol StatefulHandler: Sendable {
    /// The resource that answers.
    var resource: any AnyObject & Sendable { get }

    /// Makes the response to a request.
    func answer(
        _ request: BarricadeRequest, in state: HandlerState
    ) async throws -> CannedResponse

    /// Returns the reason why it cannot answer; usually `nil`.
    func fault(in state: HandlerState) -> BarricadeError?
}

/// A change of a reply's body for each request, such as values that come from the request.
package protocol BodyRewriter: Sendable {
    /// Returns the reasons why it can never change this body; usually none.
    func faults(in body: ResponseBody) -> [String]

    /// Checks that it can change these bytes.
    ///
    /// - Parameter pathNames: The names of segments in the set's patterns.
    func check(_ data: Data, pathNames: [String]) throws(BarricadeError)

    /// Returns the bytes for a request.
    func rewritten(
        _ data: Data, for request: BarricadeRequest, at date: Date
    ) throws(BarricadeError) -> Data
}
