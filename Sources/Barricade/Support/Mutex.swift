// The standard library's `Mutex` needs iOS 18 and macOS 15. Both branches spell the same type, so
// that this file is all there is to delete when the floor rises.
#if canImport(Darwin)
import os

package struct Mutex<Value>: Sendable {
    private let lock: OSAllocatedUnfairLock<Value>

    package init(_ value: Value) {
        lock = OSAllocatedUnfairLock(uncheckedState: value)
    }

    package func withLock<Success, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        // The lock rethrows untyped errors, so the outcome leaves it as a value.
        let outcome = lock.withLockUnchecked { value -> Result<Success, Failure> in
            do throws(Failure) {
                return .success(try body(&value))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
#else
import Synchronization

package struct Mutex<Value>: ~Copyable, Sendable {
    private let lock: Synchronization.Mutex<Value>

    package init(_ value: consuming sending Value) {
        lock = Synchronization.Mutex(value)
    }

    package borrowing func withLock<Success, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Success
    ) throws(Failure) -> sending Success {
        try lock.withLock(body)
    }
}
#endif
