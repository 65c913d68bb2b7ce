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

extension HTTP.Items: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String?)...) {
        self.init(elements.map { URLQueryItem(name: $0.0, value: $0.1) })
    }
}
