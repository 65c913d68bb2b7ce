/// An item of a query or a form, with all its possible readings.
package struct ItemReading: Sendable {
    /// At least one name; two if a `+` may mean itself or a space.
    let names: [String]
    /// At least one value, in the same way; `nil` for an item without `=`.
    let values: [String?]

    /// The value for messages.
    package var value: String? { values[0] }
}
