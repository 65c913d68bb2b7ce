public import Barricade

/// A small REST service for items of the app's model type, as response sets to select from.
///
/// ```swift
/// let contacts = Resource("Contacts", at: "/contacts", items: [Contact(id: 1, name: "Ada")])
/// let barricade = Barricade(contacts)
/// ```
///
/// It lists, gets, creates, replaces, updates and deletes items. Each
/// operation is a response set: "List Contacts", "Get Contacts" and so on. Its first response,
/// "Works", carries out the operation; the others fail it and do not change the items.
///
/// The model's id may be of any type that is encoded as a JSON string or number: `Int`, `String`,
/// `UUID`, an enum or struct around one, an optional of one.
///
/// A resource is a definition. Each barricade keeps its own items in memory, so parallel tests may
/// share a resource; see `Barricade.items(of:)` and `Barricade.reset(_:)-(Resource<Model>)`.
/// All barricades share a storage that you write yourself.
public final class Resource<Model: Codable & Identifiable & Sendable>: Sendable
where Model.ID: Codable & Sendable {
    /// The initial items.
    package enum Seed: Sendable {
        case items([Model])
        case file(String, FileLocation?)
        /// The items in the storage.
        case found
    }

    /// The name, with which the names of its sets end.
    public let name: String
    /// The path or URL of the list; that of an item ends with its id.
    public let path: String
    package let format: ResourceFormat
    package let ids: ResourceIDs<Model>
    package let delay: ResponseDelay?
    package let origin: ResponseSet.Origin
    package let variants: [CannedResponse]
    package let seed: Seed
    /// The store over the app's own storage, which all barricades share.
    package let shared: ResourceStore<Model>?

    package init(
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
    ///   - name: The name, with which the names of its sets end; unique in a barricade.
    ///   - path: The path or URL of the list: `/contacts`, `mockserver://contacts`.
    ///   - items: The initial items; none by default.
    ///   - format: The JSON format of items, and the query items of lists.
    ///   - ids: The source of ids for items created without one.
    ///   - delay: The delay of responses that have none.
    ///   - fileID: The file that makes the resource, for messages.
    ///   - line: The line that makes the resource, for messages.
    ///   - responses: More responses for every set; one replaces a response of the same name.
    public convenience init(
        _ name: String, at path: String, items: [Model] = [],
        format: ResourceFormat = ResourceFormat(), ids: ResourceIDs<Model> = .automatic,
        delay: (any ResponseDelayConvertible)? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @ListBuilder<CannedResponse> responses: () -> [CannedResponse] = { [] }
    ) {
        self.init(
            name, path, .items(items), nil, format, ids,
            delay?.responseDelay,
            ResponseSet.Origin(fileID: "\(fileID)", line: line), responses())
    }

    /// Makes a resource of items in memory, initially those in a JSON file.
    ///
    /// The file contains an array, or an object with the format's `itemsKey`. It is read when the
    /// resource is first used or reset. A missing or invalid file fails the requests with the
    /// reason, and `Barricade.validate()` lists it beforehand.
    ///
    /// - Parameters:
    ///   - name: The name, with which the names of its sets end; unique in a barricade.
    ///   - path: The path or URL of the list.
    ///   - file: The file's name, or its absolute path.
    ///   - location: The location of the file; `nil` means the barricade's.
    ///   - format: The JSON format of items, and the query items of lists.
    ///   - ids: The source of ids for items created without one.
    ///   - delay: The delay of responses that have none.
    ///   - fileID: The file that makes the resource, for messages.
    ///   - line: The line that makes the resource, for messages.
    ///   - responses: More responses for every set; one replaces a response of the same name.
    public convenience init(
        _ name: String, at path: String, file: String, in location: FileLocation? = nil,
        format: ResourceFormat = ResourceFormat(), ids: ResourceIDs<Model> = .automatic,
        delay: (any ResponseDelayConvertible)? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @ListBuilder<CannedResponse> responses: () -> [CannedResponse] = { [] }
    ) {
        self.init(
            name, path, .file(file, location), nil, format, ids,
            delay?.responseDelay,
            ResponseSet.Origin(fileID: "\(fileID)", line: line), responses())
    }

    /// Makes a resource of the items in the app's own storage, which all barricades share.
    ///
    /// - Parameters:
    ///   - name: The name, with which the names of its sets end; unique in a barricade.
    ///   - path: The path or URL of the list.
    ///   - storage: The storage of the items.
    ///   - items: The items that an empty storage gets at the first use, and that a reset restores;
    ///     `nil` means the items in the storage at the first use.
    ///   - format: The JSON format of items, and the query items of lists.
    ///   - ids: The source of ids for items created without one.
    ///   - delay: The delay of responses that have none.
    ///   - fileID: The file that makes the resource, for messages.
    ///   - line: The line that makes the resource, for messages.
    ///   - responses: More responses for every set; one replaces a response of the same name.
    public convenience init(
        _ name: String, at path: String, storage: some ResourceStorage<Model>,
        items: [Model]? = nil, format: ResourceFormat = ResourceFormat(),
        ids: ResourceIDs<Model> = .automatic, delay: (any ResponseDelayConvertible)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        @ListBuilder<CannedResponse> responses: () -> [CannedResponse] = { [] }
    ) {
        self.init(
            name, path, items.map(Seed.items) ?? .found, ResourceStore(storage), format, ids,
            delay?.responseDelay,
            ResponseSet.Origin(fileID: "\(fileID)", line: line), responses())
    }
}
