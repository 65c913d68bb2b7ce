/// An item of a query or a form, in each way in which it can be read.
struct ItemReading: Sendable {
    /// At least one name; two if a `+` may stand for itself or for a space.
    let names: [String]
    /// At least one value, likewise; `nil` for an item without `=`.
    let values: [String?]

    /// The value as messages show it.
    var value: String? { values[0] }
}
