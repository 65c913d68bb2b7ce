/// A key of JSON that is known only when it is read or written.
package struct TextKey: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
