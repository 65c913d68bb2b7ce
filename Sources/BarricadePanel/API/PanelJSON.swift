import Barricade
import BarricadeCommon
import Foundation
import LoopbackServer

/// The JSON of the panel's API.
enum PanelJSON {
    /// Encodes a value; dates are strings with milliseconds (RFC 3339).
    ///
    /// - Parameter isSorted: Whether members are in the order of their names, which takes time.
    static func data(_ value: some Encodable, isSorted: Bool = true) throws -> Data {
        let encoder = JSONEncoder.forBodies
        if !isSorted { encoder.outputFormatting.remove(.sortedKeys) }
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(dateFormat))
        }
        return try encoder.encode(value)
    }

    /// Decodes a value from the output of ``data(_:)``.
    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            return try dateFormat.parse(try container.decode(String.self))
        }
        return try decoder.decode(type, from: data)
    }

    private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

/// An object of an answer, whose members the document describes; those without a value are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    /// The value whose members it has besides.
    private var base: (any Encodable)?
    private let members: [(name: String, value: (any Encodable)?)]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        self.members = members
    }

    /// Makes the object of a value with more members, or with others in their place.
    init(_ base: any Encodable, with members: JSONObject) {
        self = members
        self.base = base
    }

    func encode(to encoder: any Encoder) throws {
        try base?.encode(to: encoder)
        var container = encoder.container(keyedBy: TextKey.self)
        for (name, value) in members {
            if let value { try container.encode(value, forKey: TextKey(stringValue: name)) }
        }
    }
}

extension LoopbackServer.Response {
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
        let data = (try? PanelJSON.data(problem)) ?? Data()
        var response = Self.json(data: data, status: HTTP.Status(problem.status))
        response.headers["Content-Type"] = "application/problem+json"
        if problem.code == .unauthorized { response.headers["WWW-Authenticate"] = "Bearer" }
        return response
    }

    /// Makes a response of bytes that a browser saves and never shows.
    ///
    /// - Throws: A problem with the reason if there are none.
    static func attachment(_ data: Data?, orElse reason: String) throws -> Self {
        guard let data else { throw Problem(reason, .conflict) }
        return Self(
            headers: [
                "Content-Type": "application/octet-stream",
                "Content-Disposition": "attachment",
            ], body: .data(data))
    }
}
