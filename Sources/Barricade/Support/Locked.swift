// The standard library's `Mutex` needs iOS 18 and macOS 15. Both branches here have its interface,
// so that only this file must go when the minimum versions rise.
#if canImport(Darwin)
import os

package struct Locked<Value>: Sendable {
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
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

package struct Locked<Value>: @unchecked Sendable {
    // Unchecked because the value is reached only through the lock. It is the C library's lock: on
    // Linux, ThreadSanitizer has false alarms about the standard library's `Mutex`, which would
    // show in the tests of all users of this library.
    private let storage: ManagedBuffer<Value, pthread_mutex_t>

    package init(_ value: consuming sending Value) {
        let value = value
        storage = Storage.create(minimumCapacity: 1) { storage in
            storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_init($0, nil) }
            return value
        }
    }

    package func withLock<Success, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try storage.withUnsafeMutablePointers { value, lock throws(Failure) in
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }

    private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
        deinit {
            withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) }
        }
    }
}
#endif
