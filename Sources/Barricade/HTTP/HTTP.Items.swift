public import Foundation

extension HTTP {
    /// The items of a query or the fields of a form, in order, and by name.
    ///
    /// A name may occur more than once. The value is `nil` for an item without a `=`.
    public struct Items: Sendable, Equatable, RandomAccessCollection {
        let items: [URLQueryItem]

        init(_ items: [URLQueryItem]) {
            self.items = items
        }

        public var startIndex: Int { items.startIndex }
        public var endIndex: Int { items.endIndex }
        public subscript(index: Int) -> URLQueryItem { items[index] }

        /// The value of the first item with that name; `nil` if there is none, or no value.
        public subscript(name: String) -> String? { first { $0.name == name }?.value }
    }
}

extension HTTP.Items {
    /// Reads the fields of a form (`application/x-www-form-urlencoded`, WHATWG URL, section 5.1), in
    /// order; invalid UTF-8 becomes U+FFFD, as in browsers.
    package init(form data: Data) {
        self.init(
            WrittenItem.all(in: Substring(decoding: data, as: UTF8.self)).map {
                URLQueryItem(name: Self.decoded($0.name), value: $0.value.map(Self.decoded))
            })
    }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        PercentEncoding.readable(
            text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }
}

extension HTTP.Items: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String?)...) {
        self.init(elements.map { URLQueryItem(name: $0.0, value: $0.1) })
    }
}
