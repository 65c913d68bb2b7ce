import Barricade
import BarricadeSurfaces
import Foundation
import LoopbackServer

/// A parsed request to the API.
struct APIRequest: Sendable {
    let barricade: Barricade
    let message: LoopbackServer.Request
    /// The values of the named segments of the route's path.
    let pathValues: [String: String]
    /// The items of the query; if several have the same name, the first.
    let query: [String: String]

    init(
        _ message: LoopbackServer.Request, pathValues: [String: String], barricade: Barricade
    ) {
        self.barricade = barricade
        self.message = message
        self.pathValues = pathValues
        let items = FormFields.read(Data((message.query ?? "").utf8))
        query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// Returns the integer of a query item; `nil` if the item is missing.
    func integer(_ name: String, in range: ClosedRange<Int> = .min ... .max) throws -> Int? {
        guard let text = query[name] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                """
                The query item "\(name)" is not a whole number that is possible here, got \
                "\(text.shortened)".
                """)
        }
        return value
    }

    /// Returns the decoded body; an empty body counts as an empty object.
    func body<Body: Decodable>(as type: Body.Type) throws -> Body {
        let data = message.body.isEmpty ? Data("{}".utf8) : message.body
        // Unlike `JSONDecoder`, it reports the place of a mistake and does not recurse.
        if let fault = JSONReader.fault(in: data) {
            throw Problem(
                .badRequest, .malformedBody,
                "The body of the request is not JSON: \(fault.position(in: data)).")
        }
        do {
            return try PanelJSON.decode(type, from: data)
        } catch let problem as Problem {
            throw problem
        } catch {
            let fault = DecodingFault(error)
            let subject = fault.subject(orElse: "The body of the request")
            throw Problem(
                .badRequest, .malformedBody, "\(subject.shortened) \(fault.reason).")
        }
    }

    // MARK: Path segments

    /// Returns the element that a path segment names, by identifier or by name.
    func element<Element>(
        _ part: String, of what: String, among names: @autoclosure () -> [String],
        named find: (String) -> Element?
    ) throws -> Element {
        let text = pathValues[part] ?? ""
        guard
            let element = String(identifierForURLs: text).flatMap(find) ?? find(text)
                ?? text.removingPercentEncoding.flatMap(find)
        else {
            throw Problem.unknown(
                what, String(identifierForURLs: text) ?? text, among: names(), status: .notFound)
        }
        return element
    }

    /// The set that the path names.
    func set() throws -> BarricadeOverview.SetSummary { try setRow().summary }

    /// That set as a row.
    func setRow() throws -> SetRow {
        try element(
            "set", of: "response set", among: barricade.sets.map(\.name),
            named: barricade.row(of:))
    }

    /// The response, of a set, that the path names.
    func response(
        of set: BarricadeOverview.SetSummary
    ) throws -> BarricadeOverview.ResponseSummary {
        try element(
            "response", of: "response of set \"\(set.name.shortened)\"",
            among: set.responses.map(\.name), named: { set[$0] })
    }

    /// The request in the log that the path names.
    func loggedRequest() throws -> LoggedRequest {
        let text = pathValues["request"] ?? ""
        guard let request = Int(text).flatMap({ barricade.request($0) }) else {
            throw Problem(
                .notFound, .unknownName,
                """
                No request in the log has the number \(text.shortened). The log keeps the latest \
                requests, until it is cleared.
                """)
        }
        return request
    }
}
