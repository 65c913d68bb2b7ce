import BarricadeSurfaces
import Barricade
import Foundation

/// The requests that a page of the log is to show.
struct LogQuery: Sendable {
    private let after: Int
    private let before: Int
    private let filter: LogFilter
    private let setID: String?
    private let search: String

    init(_ request: APIRequest) throws {
        after = try request.integer("after") ?? .min
        before = try request.integer("before") ?? .max
        setID = request.query["set"]
        search = request.query["search"]?.lowercased() ?? ""
        let name = request.query["filter"] ?? LogFilter.all.rawValue
        guard let filter = LogFilter(rawValue: name) else {
            throw Problem.unknown("filter", name, among: LogFilter.allCases.map(\.rawValue))
        }
        self.filter = filter
    }

    /// Whether it tells by the number alone; what that leaves is asked about with the rest.
    func accepts(_ id: LoggedRequest.ID) -> Bool { id > after && id < before }

    func accepts(_ entry: LoggedRequest) -> Bool {
        guard filter.accepts(entry.outcome),
            setID == nil || entry.set?.identifierForURLs == setID
        else { return false }
        guard !search.isEmpty else { return true }
        let summary = RequestSummary(entry)
        return ["\(summary.method) \(summary.url)", summary.set, summary.response].contains {
            $0?.lowercased().contains(search) ?? false
        }
    }
}
