extension KeyValuePairs where Key == String, Value == String {
    /// Returns a text for each row whose key does not become its value.
    func mismatches(_ change: (String) throws -> String) rethrows -> [String] {
        try compactMap { input, expected in
            let output = try change(input)
            return output == expected ? nil : "\(input) became \(output), not \(expected)"
        }
    }
}
