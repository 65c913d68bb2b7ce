import Barricade
import Foundation
import LoopbackServer

extension LoopbackServer.Response {
    /// The response to a change, without a body.
    static let done = Self(.noContent)

    /// Makes a response of JSON.
    static func json(_ value: some Encodable, status: HTTP.Status = .ok) throws -> Self {
        .json(data: try PanelJSON.data(value), status: status)
    }

    /// Makes a response of encoded JSON.
    static func json(data: Data, status: HTTP.Status = .ok) -> Self {
        Self(status, headers: ["Content-Type": "application/json"], body: .data(data))
    }

    /// Makes the response of an error.
    static func problem(_ problem: Problem) -> Self {
        guard let data = try? PanelJSON.data(problem) else {
            return .text(problem.detail, status: HTTP.Status(problem.status))
        }
        var response = Self.json(data: data, status: HTTP.Status(problem.status))
        response.headers["Content-Type"] = "application/problem+json"
        if problem.code == .unauthorized { response.headers["WWW-Authenticate"] = "Bearer" }
        return response
    }

    /// Makes a response of bytes that a browser saves and never shows.
    static func attachment(_ data: Data) -> Self {
        Self(
            headers: [
                "Content-Type": "application/octet-stream",
                "Content-Disposition": "attachment",
            ], body: .data(data))
    }
}
