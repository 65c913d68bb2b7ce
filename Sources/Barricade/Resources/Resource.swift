import Foundation

/// A small REST service over items of the app's own model type, as response sets to select from.
///
/// ```swift
/// let contacts = Resource("Contacts", at: "/contacts", items: [Contact(id: 1, name: "Ada")])
/// let barricade = Barricade(contacts)
/// ```
///
/// It lists, gets, creates, replaces, updates and deletes items; <doc:serving-resources> says how. Each
/// of these is a response set, "List Contacts", "Get Contacts" and so on, whose first response, "Works",
/// does it; the others fail it, and leave the items alone.
///
/// The model's id may be of any type that is written as a JSON string or number: `Int`, `String`,
/// `UUID`, an enum or struct around one, an optional of one.
///
/// A resource is a definition. Each barricade keeps its items on its own, in memory, so parallel tests
/// may share a resource; see ``Barricade/items(of:)`` and ``Barricade/reset(_:)-(Resource<Model>)``.
/// Only a storage of the app's own is shared by all of them.
public final class Resource<Model: Codable & Identifiable & Sendable>: Sendable
where Model.ID: Codable & Sendable {
    /// What the items are at first.
    enum Seed: Sendable {
        case items([Model])
        case file(String, FileLocation?)
        /// Those that the storage holds.
        case found
    }

    /// The name, which those of its sets end in.
    public let name: String
    /// The path or URL of the list; that of an item has its id behind.
    public let path: String
    let format: ResourceFormat
    let ids: ResourceIDs<Model>
    let delay: ResponseDelay?
    let origin: ResponseSet.Origin
    let variants: [CannedResponse]
    let seed: Seed
    /// The store that all barricades share, over a storage of the app's own.
    let shared: ResourceStore<Model>?

    private init(
        _ name: String, _ path: String, _ seed: Seed, _ shared: ResourceStore<Model>?,
        _ format: ResourceFormat, _ ids: ResourceIDs<Model>, _ delay: ResponseDelay?,
        _ origin: ResponseSet.Origin, _ variants: [CannedResponse]
    ) {
        self.name = name
        self.path = path
        self.seed = seed
        self.shared = shared
        self.format = format
        self.ids = ids
        self.delay = delay
        self.origin = origin
        self.variants = variants
    }

    /// Makes a resource of items in memory.
    ///
    /// - Parameters:
    ///   - name: What the names of its sets end in; unique in a barricade.
    ///   - path: The path or URL of the list: `/contacts`, `mockserver://contacts`.
    ///   - items: The items at first; none by default.
    ///   - format: How items are written, and what lists are asked for with.
    ///   - ids: Where the ids of items come from that are created without one.
    ///   - delay: How long responses wait that do not say so.
    ///   - fileID: Where the resource is written, for messages.
    ///   - line: Where the resource is written, for messages.
    ///   - responses: More responses for every set; one of a known name takes its place.
    public convenience init(
        _ name: String, at path: String, items: [Model] = [],
        format: ResourceFormat = ResourceFormat(), ids: ResourceIDs<Model> = .automatic,
        delay: ResponseDelay? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        @ResponseBuilder responses: () -> [CannedResponse] = { [] }
    ) {
        self.init(
            name, path, .items(items), nil, format, ids, delay,
            ResponseSet.Origin(fileID: "\(fileID)", line: line), responses())
    }

    /// Makes a resource of items in memory, at first those of a JSON file.
    ///
    /// The file holds an array, or an object with the format's `itemsKey`. It is read when the
    /// resource is first used, and when it is reset. A file that is missing or that holds something
    /// else fails the requests with the reason, and ``Barricade/validate()`` lists it beforehand.
    ///
    /// - Parameters:
    ///   - name: What the names of its sets end in; unique in a barricade.
    ///   - path: The path or URL of the list.
    ///   - file: The file's name, or its absolute path.
    ///   - location: Where it is looked for; `nil` leaves it to the barricade.
    ///   - format: How items are written, and what lists are asked for with.
    ///   - ids: Where the ids of items come from that are created without one.
    ///   - delay: How long responses wait that do not say so.
    ///   - fileID: Where the resource is written, for messages.
    ///   - line: Where the resource is written, for messages.
    ///   - responses: More responses for every set; one of a known name takes its place.
    public convenience init(
        _ name: String, at path: String, file: String, in location: FileLocation? = nil,
        format: ResourceFormat = ResourceFormat(), ids: ResourceIDs<Model> = .automatic,
        delay: ResponseDelay? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        @ResponseBuilder responses: () -> [CannedResponse] = { [] }
    ) {
        self.init(
            name, path, .file(file, location), nil, format, ids, delay,
            ResponseSet.Origin(fileID: "\(fileID)", line: line), responses())
    }

    /// Makes a resource of the items in a storage of the app's own, which all barricades share.
    ///
    /// - Parameters:
    ///   - name: What the names of its sets end in; unique in a barricade.
    ///   - path: The path or URL of the list.
    ///   - storage: Where the items are kept.
    ///   - items: What an empty storage is filled with when the resource is first used, and what a
    ///     reset puts there; `nil` means what it holds when the resource is first used.
    ///   - format: How items are written, and what lists are asked for with.
    ///   - ids: Where the ids of items come from that are created without one.
    ///   - delay: How long responses wait that do not say so.
    ///   - fileID: Where the resource is written, for messages.
    ///   - line: Where the resource is written, for messages.
    ///   - responses: More responses for every set; one of a known name takes its place.
    public convenience init(
        _ name: String, at path: String, storage: some ResourceStorage<Model>,
        items: [Model]? = nil, format: ResourceFormat = ResourceFormat(),
        ids: ResourceIDs<Model> = .automatic, delay: ResponseDelay? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        @ResponseBuilder responses: () -> [CannedResponse] = { [] }
    ) {
        self.init(
            name, path, items.map(Seed.items) ?? .found, ResourceStore(storage), format, ids, delay,
            ResponseSet.Origin(fileID: "\(fileID)", line: line), responses())
    }
}
