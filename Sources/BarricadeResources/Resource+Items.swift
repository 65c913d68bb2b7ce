import Barricade
import Foundation

extension Resource {
    /// Returns the item that a request's path names.
    func requestedItem(
        _ request: BarricadeRequest, in store: ResourceStore<Model>
    ) async throws -> Model {
        let text = request.pathValues["id"] ?? ""
        guard let id = format.id(Model.ID.self, fromText: text),
            let item = try await store.storage.item(id),
            try writing({ try format.json(of: item) }).isBelow(request)
        else {
            throw ResourceProblem(
                status: .notFound, detail: "\(name) has no item with id \"\(text.shortened)\".")
        }
        return item
    }

    func newID(
        in store: ResourceStore<Model>, using random: RandomSource
    ) async throws -> Model.ID {
        let id: Model.ID?
        switch ids.kind {
        case .given:
            throw ResourceProblem(at: JSONPath(steps: [.key(format.idKey)]), "is missing")
        case .automatic:
            id = try await store.nextID(format, using: random)
        case .made(let make):
            id = try make(try await store.storage.items())
        }
        guard let id else {
            throw unusable(
                """
                : it cannot make another id of type \(Model.ID.self).

                To fix: make ids yourself, ids: .made { items in … }, or send one with each POST.
                """)
        }
        guard try await store.storage.item(id) == nil else {
            throw unusable(
                """
                : the id \(shown(id)) that was made for a new item is that of another.

                To fix: let ids: .made { items in … } return ids that none of the items has.
                """)
        }
        return id
    }

    func differentID(_ current: Model) -> ResourceProblem {
        .conflict("The id in the body is not that in the path, \(shown(current.id)).")
    }

    func shown(_ id: Model.ID) -> String {
        "\"\(((try? format.text(of: id)) ?? "\(id)").shortened)\""
    }

    func location(
        of item: Model, after request: BarricadeRequest
    ) throws -> String {
        let path = request.target.path
        let text = try format.text(of: item.id) ?? ""
        let segment = PercentEncoding.encoded(text)
        return "\(path.hasSuffix("/") ? String(path.dropLast()) : path)/\(segment)"
    }

    // MARK: JSON

    /// Returns the items' fields by their JSON names, in the order of the first item.
    func fields(of items: [Model], json: [JSONValue]) -> [String] {
        guard let first = items.first else { return [] }
        let keys = json.flatMap { $0.object?.orderedKeys ?? [] }
        let known = Set(keys)
        // A member that is `nil` is not in the JSON, but is still a field.
        let members = Mirror(reflecting: first).children.compactMap { label, value -> String? in
            guard let name = label.map(format.written) else { return nil }
            return known.contains(name) || Mirror(reflecting: value).isNil ? name : nil
        }
        var seen: Set<String> = []
        return (members + keys).filter { seen.insert($0).inserted }
    }

    func read(_ body: ResourceBody) throws -> Model {
        do {
            if let data = body.data { return try format.decoder.decode(Model.self, from: data) }
            return try format.value(Model.self, from: body.json)
        } catch {
            throw ResourceProblem(DecodingFault(error, writing: format.written))
        }
    }

    /// Reads a new item, with the members that the path of its list names: `postId` of
    /// `/posts/:postId/comments`, a number if it can be one.
    func read(_ body: ResourceBody, below request: BarricadeRequest) throws -> Model {
        let values = request.pathValues
        for hasNumbers in values.isEmpty ? [] : [true, false] {
            let whole = values.reduce(body) { body, value in
                let number = hasNumbers ? Int(value.value).map(JSONValue.integer) : nil
                return body.adding(number ?? .string(value.value), as: value.key)
            }
            if let item = try? read(whole) { return item }
        }
        return try read(body)
    }

    func written(_ item: Model) throws -> ResponseBody {
        try writing { .data(try format.encoder.encode(item), contentType: MediaType.json) }
    }

    func written(_ items: [Model]) throws -> ResponseBody {
        try writing {
            let data =
                try format.itemsKey.map { try format.encoder.encode([$0: items]) }
                ?? format.encoder.encode(items)
            return .data(data, contentType: MediaType.json)
        }
    }

    func writing<Value>(_ write: () throws -> Value) throws -> Value {
        do {
            return try write()
        } catch {
            throw unusable(": an item cannot be written as JSON: \(error)")
        }
    }
}

extension Mirror {
    fileprivate var isNil: Bool { displayStyle == .optional && children.isEmpty }
}
