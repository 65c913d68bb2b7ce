extension Dictionary {
    /// Returns the value of a key, which is made at its first use.
    mutating func value(_ key: Key, orMake make: () -> Value) -> Value {
        if let known = self[key] { return known }
        let value = make()
        self[key] = value
        return value
    }
}
