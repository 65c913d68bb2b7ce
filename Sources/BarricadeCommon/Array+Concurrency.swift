import Barricade
import Foundation

extension Array where Element: Sendable {
    /// Returns the results of a closure for the elements, in their order, on all cores.
    ///
    /// - Throws: The error for the first element that has one.
    package func mapConcurrently<Result: Sendable, Failure: Error>(
        _ transform: @Sendable (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        let results = Locked([Swift.Result<Result, Failure>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Swift.Result { () throws(Failure) in try transform(self[index]) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { $0 }.compactMap(\.self).map { result throws(Failure) in
            try result.get()
        }
    }
}
