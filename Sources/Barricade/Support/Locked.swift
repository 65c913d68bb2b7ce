import Foundation

/// A value behind a lock.
///
/// The standard library's `Mutex`, whose interface this is, needs iOS 18 and macOS 15.
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
