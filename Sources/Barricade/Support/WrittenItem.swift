/// A `name=value` item of a query or a form as written, with its percent-encoding.
package struct WrittenItem<Text: Collection<UInt8>> where Text.SubSequence == Text {
    package let text: Text
    package let name: Text
    /// The text after the first `=`; `nil` if there is none.
    package let value: Text?

    package init(_ text: Text) {
        let equals = text.firstIndex(of: UInt8(ascii: "="))
        self.text = text
        name = text[..<(equals ?? text.endIndex)]
        value = equals.map { text[text.index(after: $0)...] }
    }

    /// Returns the non-empty items between ampersands, in order.
    package static func all(in text: Text) -> [WrittenItem] {
        text.split(separator: UInt8(ascii: "&")).map { WrittenItem($0) }
    }
}

extension WrittenItem<Substring.UTF8View> {
    /// Reads an item; other modules would call the generic initializer, which is slow.
    package init(text: Substring) {
        self.init(text.utf8)
    }
}
