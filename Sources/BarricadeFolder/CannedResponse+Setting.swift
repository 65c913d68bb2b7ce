public import Barricade
import BarricadeCommon
import Foundation

extension CannedResponse {
    /// Returns the response with values set in its JSON when it is served.
    ///
    /// ```swift
    /// CannedResponse("Found", file: "user.json")
    ///     .setting(["/id": .path("id", as: .number), "/page": .query("page"), "/at": .date()])
    /// ```
    ///
    /// Each one replaces the value at its JSON pointer (RFC 6901), in the order written; the file
    /// does not change. The request fails if a pointer leads nowhere, or if the request lacks the
    /// value. In a sequence or a handler, this changes every response.
    public func setting(_ values: KeyValuePairs<String, ValueSource>) -> CannedResponse {
        let settings = values.map { JSONSetting(pointer: $0.key, source: $0.value) }
        return changingReplies { reply in
            let earlier = (reply.handler as? JSONSettings)?.settings ?? []
            reply.handler = JSONSettings(earlier + settings)
        }
    }
}

/// The values to set in the JSON of a body for each request.
struct JSONSettings: ResponseHandler {
    let settings: [JSONSetting]

    /// Makes them from at least one value.
    init?(_ settings: [JSONSetting]) {
        guard !settings.isEmpty else { return nil }
        self.settings = settings
    }

    func faults(in body: ResponseBody) -> [String] {
        var faults = settings.compactMap(\.fault)
        switch body.kind {
        case .none, .pieces:
            faults.append("it has no body that setting(…) can change: json: or file:")
        case .data, .file, .unusable:
            break
        }
        return faults
    }

    func check(
        _ body: Data?, pathNames: [String], in files: FileLocation
    ) throws(BarricadeError) {
        let document = try Self.document(body ?? Data())
        for setting in settings { try setting.check(in: document, pathNames: pathNames) }
    }

    func response(
        to request: BarricadeRequest, changing reply: CannedResponse.Reply?,
        at barricade: Barricade
    ) async throws -> CannedResponse {
        // It is made for replies alone, whose bodies are data by now.
        guard var reply, case .data(let data) = reply.body.kind else { return CannedResponse() }
        var document = try Self.document(data)
        for setting in settings {
            try setting.apply(to: &document, for: request, at: barricade.date())
        }
        guard let text = try? document.text() else {
            throw BarricadeError(.invalidDefinition, "Its values cannot be written as JSON.")
        }
        reply.body = .data(Data(text.utf8)).ofType(reply.body.contentType)
        return CannedResponse("", .reply(reply))
    }

    private static func document(_ data: Data) throws(BarricadeError) -> JSONValue {
        do {
            return try JSONReader.read(data)
        } catch {
            throw BarricadeError(
                .invalidDefinition,
                "Its body is not JSON (\(error.position(in: data))), so no values can be set.")
        }
    }
}

/// A value to set in a JSON document.
struct JSONSetting: Sendable {
    let pointer: String
    let source: ValueSource

    /// The reason why it can never be set; usually `nil`.
    var fault: String? {
        JSONPath.fault(ofPointer: pointer) ?? source.fault
    }

    /// Sets the value in a document.
    func apply(
        to document: inout JSONValue, for request: BarricadeRequest, at date: Date
    ) throws(BarricadeError) {
        let value: JSONValue
        do {
            value = try source.value(for: request, at: date)
        } catch {
            throw BarricadeError(
                error.code, "The value for \"\(pointer.shortened)\" is missing: \(error.message).")
        }
        guard JSONPath(pointer: pointer)?.replace(in: &document, with: value) == true else {
            throw Self.leadsNowhere(pointer)
        }
    }

    /// Checks that there is a value to replace, and that the set names the segment to take.
    func check(in document: JSONValue, pathNames: [String]) throws(BarricadeError) {
        if let name = source.pathName, !pathNames.contains(name) {
            let known = NameSuggestion.known(nearestTo: name, among: Array(Set(pathNames)).sorted())
            throw BarricadeError(
                .invalidDefinition,
                """
                The value for "\(pointer.shortened)" is missing: its set names no segment \
                "\(name.shortened)". \(known).
                """)
        }
        guard JSONPath(pointer: pointer)?.value(in: document) != nil else {
            throw Self.leadsNowhere(pointer)
        }
    }

    private static func leadsNowhere(_ pointer: String) -> BarricadeError {
        BarricadeError(
            .invalidDefinition,
            "The pointer \"\(pointer.shortened)\" leads to no value of its JSON.")
    }
}
