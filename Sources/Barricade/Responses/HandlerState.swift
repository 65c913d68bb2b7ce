import Foundation

/// The state of a barricade's handlers between requests: the items of its resources.
///
/// A resource is a definition that several barricades may share, such as those of parallel tests.
/// Its items are kept here, so that each barricade has its own.
package final class HandlerState: Sendable {
    private struct Entry {
        /// Retained, so that no other object can have the same identity.
        let owner: any AnyObject & Sendable
        let value: any Sendable
    }

    /// The location of files.
    package let files: [FileLocation]
    package let random: RandomSource
    /// Tells the date.
    let date: @Sendable () -> Date
    private let entries = Locked<[ObjectIdentifier: Entry]>([:])

    init(files: [FileLocation], random: RandomSource, date: @escaping @Sendable () -> Date) {
        self.files = files
        self.random = random
        self.date = date
    }

    /// Returns the state of an owner, made at the first call.
    package func value<Value: Sendable>(
        for owner: any AnyObject & Sendable, make: () -> Value
    ) -> Value {
        entries.withLock { entries in
            let key = ObjectIdentifier(owner)
            if let value = entries[key]?.value as? Value { return value }
            let value = make()
            entries[key] = Entry(owner: owner, value: value)
            return value
        }
    }
}

extension CannedResponse {
    /// A handler that needs its barricade's state.
    package struct StatefulHandler: Sendable {
        package var answer:
            @Sendable (BarricadeRequest, HandlerState) async throws -> CannedResponse
        /// The reason why it cannot answer; usually `nil`.
        package let check: @Sendable (HandlerState) -> BarricadeError?
        /// The resource that answers; `nil` if its answers are changed.
        package var resource: (any AnyObject & Sendable)?

        package init(
            answer:
                @escaping @Sendable (BarricadeRequest, HandlerState) async throws -> CannedResponse,
            check: @escaping @Sendable (HandlerState) -> BarricadeError?,
            resource: (any AnyObject & Sendable)? = nil
        ) {
            self.answer = answer
            self.check = check
            self.resource = resource
        }
    }
}
