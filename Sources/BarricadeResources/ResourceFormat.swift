import Barricade
import BarricadeCommon
public import Foundation

/// The JSON format of a resource's items, and the query items of its lists.
///
/// ```swift
/// let format = ResourceFormat(itemsKey: "items", perPage: "limit", encoder: encoder)
/// let contacts = Resource("Contacts", at: "/contacts", items: [ada], format: format)
/// ```
///
/// Fields have the names in the encoder's JSON, which are also the names to filter and sort by.
public struct ResourceFormat: Sendable {
    /// The key of an item's id; `id` by default.
    public var idKey: String
    /// The key of an object around a list: `items` for `{"items": […]}`; `nil` means a bare array.
    public var itemsKey: String?
    /// The query item with the number of the page, from 1; `page` by default.
    public var page: String
    /// The query item with the number of items on a page; `per_page` by default.
    public var perPage: String
    /// The query item with the fields to sort by; `sort` by default.
    public var sort: String
    /// The number of items on a page if the request does not say; 20 by default.
    public var pageSize: Int
    /// Whether lists have pages even if the request asks for none; false by default.
    public var alwaysPages: Bool
    /// The names of query items to ignore, such as that of an API key.
    public var ignoredQueryItems: Set<String>
    /// The encoder of items; the default one sorts keys.
    public var encoder: JSONEncoder
    /// The decoder of items.
    public var decoder: JSONDecoder

    /// Makes a format; the defaults are common choices.
    public init(
        idKey: String = "id", itemsKey: String? = nil, page: String = "page",
        perPage: String = "per_page", sort: String = "sort", pageSize: Int = 20,
        alwaysPages: Bool = false, ignoredQueryItems: Set<String> = [],
        encoder: JSONEncoder? = nil, decoder: JSONDecoder = JSONDecoder()
    ) {
        self.idKey = idKey
        self.itemsKey = itemsKey
        self.page = page
        self.perPage = perPage
        self.sort = sort
        self.pageSize = pageSize
        self.alwaysPages = alwaysPages
        self.ignoredQueryItems = ignoredQueryItems
        self.encoder = encoder ?? .forBodies
        self.decoder = decoder
    }
}

extension ResourceFormat {
    /// Returns a value as the JSON that the encoder writes.
    func json(of value: some Encodable) throws -> JSONValue {
        // In an array, since older systems encode no bare text or number.
        let wrapped = try JSONReader.read(try encoder.encode([value]))
        return wrapped[0] ?? wrapped
    }

    /// Returns the value that the decoder reads from JSON.
    func value<Value: Decodable>(_ type: Value.Type, from json: JSONValue) throws -> Value {
        try decoder.decode(type, from: try JSONEncoder.forBodies.encode(json))
    }

    /// Returns an id as a path segment, without percent-encoding; `nil` for `null` and the like.
    package func text(of id: some Encodable) throws -> String? {
        switch try json(of: id) {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .largeInteger(let integer): integer.digits
        default: nil
        }
    }

    /// Returns the id in a path segment; `nil` if there is none.
    package func id<ID: Decodable>(_ type: ID.Type, fromText text: String) -> ID? {
        if let id = try? value([ID].self, from: [.string(text)]).first { return id }
        let number = JSONValue(number: text)
        // Not another spelling of the same number: `07`, or `1e20`.
        guard (try? self.text(of: number)) == text else { return nil }
        return try? value([ID].self, from: [number]).first
    }

    /// Returns a key of a model as the encoder writes it: `created_at` for `createdAt`.
    func written(_ key: String) -> String {
        (try? json(of: KeyProbe(key: key)))?.object?.keys.first ?? key
    }

    /// The reason why it is unusable, as the end of a sentence; usually `nil`.
    package var fault: String? {
        if pageSize < 1 { return "its pages have \(pageSize) items" }
        let names = [page, perPage, sort]
        if names.contains("") || Set(names).count < names.count {
            return "page, perPage and sort must have different names, not "
                + names.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        return nil
    }
}

/// An object of one member, to see what an encoder makes of its key.
private struct KeyProbe: Encodable {
    let key: String

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        try container.encode(0, forKey: TextKey(stringValue: key))
    }
}
