/// Values that other modules attach to a barricade, a response set or a response, one of each type.
package struct Attachments: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    package subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
        // Not `values[…] as? Value`, which makes an object of a missing value if any object will do.
        get { values[ObjectIdentifier(type)].flatMap { $0 as? Value } }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}

extension Locked<Attachments> {
    /// Returns the value of a type, made at the first call.
    ///
    /// - Parameter make: Makes a value, outside of the lock; if two threads make one at the same
    ///   time, both get the same, and the other is dropped.
    package func value<Object: Sendable>(_ make: () -> Object) -> Object {
        if let value = withLock({ $0[Object.self] }) { return value }
        let made = make()
        return withLock { attachments in
            let value = attachments[Object.self] ?? made
            attachments[Object.self] = value
            return value
        }
    }
}
