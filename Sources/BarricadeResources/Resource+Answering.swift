import Barricade

extension Resource {
    /// Carries out a request.
    ///
    /// A storage error or a mistake in the definition fails the load; a request that a server would
    /// refuse gets a response.
    func answer(
        _ operation: ResourceOperation, to request: BarricadeRequest, at barricade: Barricade
    ) async throws -> CannedResponse {
        do {
            return switch operation {
            case .list: try await list(request, barricade)
            case .create: try await create(request, barricade)
            case .get, .replace, .update, .delete:
                try await carryOut(operation, request, barricade)
            }
        } catch let problem as ResourceProblem {
            var response = problem.response()
            response.note = Secrets.masked(value: problem.detail)
            return response
        }
    }

    /// Runs work with exclusive access to a barricade's items.
    func take<Value: Sendable>(
        _ barricade: Barricade,
        _ work: @escaping @Sendable (ResourceStore<Model>) async throws -> Value
    ) async throws -> Value {
        try await barricade.store(of: self).take(for: self, in: barricade.files, work)
    }

    // MARK: Reading

    func emptyList() throws -> CannedResponse {
        CannedResponse(body: try written([]))
    }

    private func list(
        _ request: BarricadeRequest, _ barricade: Barricade
    ) async throws -> CannedResponse {
        var query = try ResourceQuery(request.target, format)
        // As in a path, a UUID may be in lower case.
        query.respell(format.idKey) { text in
            format.id(Model.ID.self, fromText: text).flatMap { try? format.text(of: $0) } ?? text
        }
        var items = try await take(barricade) { try await $0.storage.items() }
        if !query.takesAll || !request.pathValues.isEmpty {
            let json = try writing { try items.map { try format.json(of: $0) } }
            let found = try query.indices(
                in: json, fields: fields(of: items, json: json), of: name)
            items = found.filter { json[$0].isBelow(request) }.map { items[$0] }
        }
        let count = items.count
        var headers: HTTP.Headers = ["X-Total-Count": "\(count)"]
        if let page = query.page {
            items = Array(items[page.range(of: count)])
            headers["Link"] = page.links(from: request.target, count: count, format)
        }
        return CannedResponse(headers: headers, body: try written(items))
    }

    // MARK: Changing

    private func create(
        _ request: BarricadeRequest, _ barricade: Barricade
    ) async throws -> CannedResponse {
        let body = try ResourceBody(request)
        let item = try await take(barricade) { [self] store in
            let item: Model
            if body.json[format.idKey] ?? .null != .null {
                item = try read(body, below: request)
                guard try await store.storage.item(item.id) == nil else {
                    throw ResourceProblem.conflict(
                        "\(name) already has an item with id \(shown(item.id)).")
                }
            } else {
                let id = try await newID(in: store, using: barricade.random)
                item = try read(
                    body.adding(try format.json(of: id), as: format.idKey), below: request)
                guard item.id == id else { throw misplacedID(in: item) }
            }
            try await store.storage.save(item)
            try store.note([item.id], format)
            return item
        }
        return CannedResponse(
            status: .created, headers: ["Location": try location(of: item, after: request)],
            body: try written(item))
    }

    /// Carries out an operation on the item that the path names.
    private func carryOut(
        _ operation: ResourceOperation, _ request: BarricadeRequest, _ barricade: Barricade
    ) async throws -> CannedResponse {
        let item = try await take(barricade) { [self] store -> Model? in
            let current = try await requestedItem(request, in: store)
            switch operation {
            case .replace:
                var body = try ResourceBody(request)
                if body.json[format.idKey] ?? .null == .null {
                    body = body.adding(try format.json(of: current.id), as: format.idKey)
                }
                return try await save(body, over: current, in: store)
            case .update:
                let patch = try ResourceBody(request, isPatch: true).json
                if patch[format.idKey] == .null { throw differentID(current) }
                let json = try writing { try format.json(of: current) }
                return try await save(
                    ResourceBody(json.merged(with: patch)), over: current, in: store)
            case .delete:
                try await store.storage.remove(current.id)
                return nil
            case .get, .list, .create:
                return current
            }
        }
        guard let item else { return CannedResponse(status: .noContent) }
        return CannedResponse(body: try written(item))
    }

    private func save(
        _ body: ResourceBody, over current: Model, in store: ResourceStore<Model>
    ) async throws -> Model {
        let item = try read(body)
        guard item.id == current.id else {
            // Equal in JSON, but another id, read from elsewhere.
            if body.json[format.idKey] == (try? format.json(of: current.id)) {
                throw misplacedID(in: item)
            }
            throw differentID(current)
        }
        try await store.storage.save(item)
        return item
    }
}
