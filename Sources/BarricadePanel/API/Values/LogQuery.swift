import Barricade
import Foundation

/// The requests that a page of the log is to show.
struct LogQuery: Sendable {
    /// A kind of outcomes.
    enum Filter: String, CaseIterable {
        case all, answered, live, unmatched, waiting, failed

        func accepts(_ kind: RequestSummary.Outcome.Kind) -> Bool {
            switch (self, kind) {
            case (.all, _): true
            case (.answered, .answered), (.answered, .redirected): true
            case (.live, .passedThrough): true
            case (.unmatched, .unmatched): true
            case (.waiting, .pending), (.waiting, .held): true
            case (.failed, .failed), (.failed, .cancelled): true
            default: false
            }
        }
    }

    private let after: Int
    private let before: Int
    private let filter: Filter
    private let setID: String?
    private let search: String

    init(_ request: APIRequest) throws {
        after = try request.integer("after") ?? .min
        before = try request.integer("before") ?? .max
        setID = request.query["set"]
        search = request.query["search"]?.lowercased() ?? ""
        let name = request.query["filter"] ?? Filter.all.rawValue
        guard let filter = Filter(rawValue: name) else {
            throw Problem.unknown("filter", name, among: Filter.allCases.map(\.rawValue))
        }
        self.filter = filter
    }

    /// Whether it tells by the number alone; what that leaves is asked about with the rest.
    func accepts(_ id: LoggedRequest.ID) -> Bool { id > after && id < before }

    func accepts(_ request: RequestSummary) -> Bool {
        guard filter.accepts(request.outcome.kind), setID == nil || request.setID == setID else {
            return false
        }
        guard !search.isEmpty else { return true }
        return ["\(request.method) \(request.url)", request.set, request.response].contains {
            $0?.lowercased().contains(search) ?? false
        }
    }
}
