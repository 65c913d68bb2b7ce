public import Barricade
import Foundation

/// The operations of a resource, each with its own response set.
public enum ResourceOperation: Sendable, Hashable, CaseIterable {
    /// GET of the list.
    case list
    /// GET of an item.
    case get
    /// POST to the list.
    case create
    /// PUT of an item.
    case replace
    /// PATCH of an item.
    case update
    /// DELETE of an item.
    case delete
}

extension Resource: ResponseSetConvertible {
    /// The response sets of all operations.
    public var responseSets: [ResponseSet] { ResourceOperation.allCases.map { self[$0] } }

    /// The response set of one operation, to list instead of the whole resource.
    public subscript(operation: ResourceOperation) -> ResponseSet {
        var works = CannedResponse(
            "Works", .handler(ResourceHandler(definition: self, operation: operation)))
        works.attachments[AnsweringResource.self] = AnsweringResource(object: self)
        var responses = [works] + failures(of: operation)
        for variant in variants {
            if let index = responses.firstIndex(where: { $0.name == variant.name }) {
                responses[index] = variant
            } else {
                responses.append(variant)
            }
        }
        var set = ResponseSet(
            "\("\(operation)".capitalized) \(name)", on: matcher(of: operation), delay: delay,
            responses: responses)
        set.origin = origin
        return set
    }

    private func matcher(of operation: ResourceOperation) -> RequestMatcher {
        if path.contains("?") {
            return .unreadable(
                "pattern \(path.shortened.debugDescription) of a resource has a query")
        }
        let list = RequestMatcher.get(path)
        if let fault = list.faults.first { return .unreadable(fault) }
        if path.split(separator: "/").last?.hasPrefix(":") == true {
            return .unreadable(
                """
                pattern \(path.shortened.debugDescription) of a resource ends in the id, which it \
                adds itself: write the path of its list
                """)
        }
        let item = "\(path.hasSuffix("/") ? String(path.dropLast()) : path)/:id"
        return switch operation {
        case .list: list
        case .create: .post(path)
        case .get: .get(item)
        case .replace: .put(item)
        case .update: .patch(item)
        case .delete: .delete(item)
        }
    }

    private func failures(of operation: ResourceOperation) -> [CannedResponse] {
        let notFound = ResourceProblem(status: .notFound, detail: "No item has this id.")
        let conflict = ResourceProblem.conflict("An item with this id already exists.")
        let stale = ResourceProblem.conflict("The item has been changed meanwhile.")
        let invalid = ResourceProblem(
            status: .unprocessableContent, detail: "The body is not a valid item.")
        let own: [CannedResponse] =
            switch operation {
            case .list: [CannedResponse("Empty") { _ in try self.emptyList() }]
            case .get: [notFound.response("Not Found")]
            case .create: [conflict.response("Conflict"), invalid.response("Invalid")]
            case .replace, .update:
                [
                    notFound.response("Not Found"), stale.response("Conflict"),
                    invalid.response("Invalid"),
                ]
            case .delete: [notFound.response("Not Found"), stale.response("Conflict")]
            }
        return own + [
            ResourceProblem(status: .unauthorized, detail: "Sign in first.")
                .response("Unauthorized"),
            ResourceProblem(status: .forbidden, detail: "This is not allowed.")
                .response("Forbidden"),
            ResourceProblem(status: .internalServerError, detail: "The server failed.")
                .response("Server Error"),
            .offline(),
            .neverAnswers(),
        ]
    }
}

extension ResponseSet {
    /// The resource that answers; `nil` for other sets, and if its answers are changed.
    package var resource: (any AnyObject & Sendable)? {
        responses.first.flatMap { $0.laterChanges.isEmpty ? $0.resource : nil }
    }
}

extension CannedResponse {
    /// The resource that answers, perhaps with changed replies; `nil` for other responses.
    package var resource: (any AnyObject & Sendable)? {
        attachments[AnsweringResource.self]?.object
    }
}

private struct AnsweringResource: Sendable {
    let object: any AnyObject & Sendable
}

private struct ResourceHandler<Model: Codable & Identifiable & Sendable>: ResponseHandler
where Model.ID: Codable & Sendable {
    let definition: Resource<Model>
    let operation: ResourceOperation

    func response(
        to request: BarricadeRequest, changing reply: CannedResponse.Reply?,
        at barricade: Barricade
    ) async throws -> CannedResponse {
        try await definition.answer(operation, to: request, at: barricade)
    }

    func check(
        _ body: Data?, pathNames: [String], in files: FileLocation
    ) throws(BarricadeError) {
        if let fault = definition.fault(in: files) { throw fault }
    }
}
