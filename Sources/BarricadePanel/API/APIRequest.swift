import Barricade
import BarricadeSurfaces
import Foundation
import LoopbackServer

/// A request to the API for one of its operations.
struct APIRequest: Sendable {
    let operation: APIOperation
    let api: PanelAPI
    let barricade: Barricade
    let message: LoopbackServer.Request
    /// The values of the named segments of the operation's path.
    let pathValues: [String: String]
    /// The items of the query; if several have the same name, the first.
    let query: [String: String]

    /// - Throws: The problem of a value that the operation does not take.
    init(
        _ message: LoopbackServer.Request, for operation: APIOperation,
        _ pathValues: [String: String], to api: PanelAPI, of barricade: Barricade
    ) throws {
        (self.operation, self.message, self.pathValues) = (operation, message, pathValues)
        (self.api, self.barricade) = (api, barricade)
        let items = HTTP.Items(form: Data((message.query ?? "").utf8))
        query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        try operation.check(self)
    }

    /// The JSON of the body; an empty body counts as an empty object.
    private var json: Data { message.body.isEmpty ? Data("{}".utf8) : message.body }

    /// Returns the body as JSON.
    ///
    /// Unlike `JSONDecoder`, it reports the place of a mistake and does not recurse.
    func value() throws -> JSONValue {
        do { return try JSONReader.read(json) } catch {
            throw Problem.malformed(
                "The body of the request is not JSON: \(error.position(in: json)).")
        }
    }

    /// Returns the decoded body, which is known to be JSON.
    func body<Body: Decodable>(as type: Body.Type) throws -> Body {
        do {
            return try PanelJSON.decode(type, from: json)
        } catch let error as DecodingError {
            let fault = DecodingFault(error)
            let subject = fault.subject(orElse: "The body of the request")
            throw Problem.malformed("\(subject.shortened) \(fault.reason).")
        }
    }

    // MARK: Path segments

    /// Returns the element that a path segment names, by identifier or by name.
    private func element<Element>(
        _ part: String, of what: String, among names: @autoclosure () -> [String],
        named find: (String) -> Element?
    ) throws -> Element {
        let text = pathValues[part] ?? ""
        let name = String(identifierForURLs: text)
        let element =
            name.flatMap(find) ?? find(text) ?? text.removingPercentEncoding.flatMap(find)
        if let element { return element }
        throw Problem.unknown(what, name ?? text, among: names(), status: .notFound)
    }

    /// The set that the path names.
    func setRow() throws -> SetRow {
        try element(
            "set", of: "response set", among: barricade.sets.map(\.name), named: barricade.row(of:))
    }

    /// The response that the path names, and its set.
    func response() throws -> (BarricadeOverview.ResponseSummary, BarricadeOverview.SetSummary) {
        let set = try setRow().summary
        let response = try element(
            "response", of: "response of set \"\(set.name.shortened)\"",
            among: set.responses.map(\.name), named: { set[$0] })
        return (response, set)
    }

    /// The name of the preset that the path names.
    func preset() throws -> String {
        let names = barricade.presets.map(\.name)
        return try element(
            "preset", of: "preset", among: names, named: { names.contains($0) ? $0 : nil })
    }

    /// The request in the log that the path names.
    func loggedRequest() throws -> LoggedRequest {
        let text = pathValues["request"] ?? ""
        guard let request = Int(text).flatMap({ barricade.request($0) }) else {
            throw Problem(
                """
                No request in the log has the number \(text.shortened). The log keeps the latest \
                requests, until it is cleared.
                """, .notFound, .unknownName)
        }
        return request
    }
}
