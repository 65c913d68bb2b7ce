import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A response that someone makes or edits, as the fields of a form.
///
/// The folder's own reader has the rules, so that a screen, a browser and a folder take the same.
package struct ResponseDraft: Sendable, Hashable, Codable {
    /// A row of the header fields; an empty row is none.
    package typealias Header = MessageContent.Field

    /// The way in which a body is written.
    package enum BodyKind: String, Sendable, Codable, CaseIterable {
        case json, text, base64
    }

    /// The name of the set that gets the response.
    package var set: String
    /// The requests of a new set: `GET https://api.example.com/books/:id`; `nil` if it exists.
    package var pattern: String?
    /// The name of the response, unique in its set.
    package var name = "Response"
    /// A number or words: `404`, `not found`.
    package var status = "200"
    package var headers: [Header] = []
    package var bodyKind = BodyKind.json
    /// The body; empty text is no body.
    package var body = ""
    /// Seconds: `0.5`; empty text means the delay of the set.
    package var delay = ""
    /// The name of the `URLError` code to fail with: `timedOut`; `nil` means a reply.
    package var error: String?
    /// The name of the response that it replaces; `nil` if it is a new one.
    package var replaced: String?
    /// The version of that response when the draft was made.
    package var version: String?
    /// The pattern of the request that a new set is for, without named segments.
    package var requestPattern: String?

    /// Makes an empty draft.
    package init(in set: String, pattern: String? = nil) {
        (self.set, self.pattern) = (set, pattern)
    }
}

extension ResponseDraft {
    /// A field of the form.
    package enum Field: String, Sendable, Encodable {
        case set, pattern, name, status, headers, body, delay, error
    }

    /// A mistake in a field.
    package struct Fault: Sendable, Hashable {
        package let field: Field
        /// The row of a header field; `nil` for other fields.
        package var row: Int?
        /// A sentence whose subject, the field, is left out, as in "wants a name".
        package let message: String
        /// The place in the body's JSON, from 1; `nil` for other faults.
        package var line: Int?
        package var column: Int?

        /// The mistake with its place: `Line 3, column 14: wants a value here`.
        package var sentence: String {
            guard let line, let column else { return message.capitalizedFirst }
            return "Line \(line), column \(column): \(message)"
        }
    }

    /// The mistakes in a draft; at least one.
    package struct Faults: Error {
        package let faults: [Fault]
    }

    /// The names of the errors to choose from.
    package static let errorNames = URLError.Code.named.map(\.name)

    /// The title of the form: `New Response`, `Edit Sold Out`.
    package var title: String {
        if let replaced { return "Edit \(replaced.shortName)" }
        return pattern == nil ? "New Response" : "New Set"
    }

    /// What a draft makes, of one reading of its fields.
    package struct Made: Sendable {
        let response: CannedResponse
        /// The new set with it; `nil` if its set exists.
        let set: ResponseSet?
        let draft: ResponseDraft
        fileprivate let form: Form

        /// The JSON of a manifest for it.
        package var json: String { form.node.laidOut }

        /// Its body as JSON, laid out; `nil` if it is written in another way.
        var laidOutBody: String? { form.json?.text() }
    }

    /// Returns what the draft makes.
    ///
    /// - Throws: ``Faults`` with the mistakes in all fields that need no barricade to be found.
    package func made() throws(Faults) -> Made {
        let form = Form(self)
        var faults = form.faults
        do throws(ManifestPart.Faults) {
            let set = pattern == nil ? nil : try ManifestPart.set(read: form.node)
            let response =
                if let set { set.responses[0] } else {
                    try ManifestPart.response(read: form.node)
                }
            if faults.isEmpty { return Made(response: response, set: set, draft: self, form: form) }
        } catch {
            faults += error.faults.map { form.fault($0) }
        }
        throw Faults(faults: faults)
    }
}

/// The JSON of a draft, without the fields in which it has faults itself.
private struct Form: Sendable {
    private let isNewSet: Bool
    /// The places of the rows that are not empty.
    private let rows: [Int]
    private var members: [(String, JSONNode)] = []
    /// The body if it is JSON.
    private(set) var json: JSONLayout?
    private(set) var faults: [ResponseDraft.Fault] = []

    /// The most bytes of a body.
    private static let longestBody = 4 << 20

    init(_ draft: ResponseDraft) {
        isNewSet = draft.pattern != nil
        rows = draft.headers.indices.filter { draft.headers[$0] != ResponseDraft.Header() }
        add("name", .string(draft.name))
        if let error = draft.error { add("error", .string(error)) } else { addReply(of: draft) }
        let delay = draft.delay.trimmingCharacters(in: .whitespaces).replacing(",", with: ".")
        if let seconds = Double(delay), seconds.isFinite {
            add("delay", .number(seconds))
        } else if !delay.isEmpty {
            note(.delay, "wants seconds, such as 0.5.")
        }
        guard let pattern = draft.pattern else { return }
        let response = JSONNode(members: members)
        members = []
        add("name", .string(draft.set))
        add("on", .string(pattern))
        members.append(("responses", JSONNode(elements: [response])))
    }

    var node: JSONNode { JSONNode(members: members) }

    private mutating func add(_ key: String, _ value: JSONValue) {
        members.append((key, JSONNode(value)))
    }

    private mutating func note(
        _ field: ResponseDraft.Field, _ message: String, at place: (line: Int, column: Int)? = nil
    ) {
        faults.append(
            ResponseDraft.Fault(
                field: field, message: message, line: place?.line, column: place?.column))
    }

    private mutating func addReply(of draft: ResponseDraft) {
        if let status = HTTP.Status(words: draft.status) {
            if status != .ok { add("status", .integer(status.rawValue)) }
        } else {
            note(.status, "wants a number from 200 to 599, or words such as \"not found\".")
        }
        let fields = rows.map { draft.headers[$0] }
        if !fields.isEmpty {
            add("headers", .array(fields.map { .array([.string($0.name), .string($0.value)]) }))
        }
        let size = draft.body.utf8.count
        // Larger ones are not even read, since the form is checked after each letter.
        if size > Self.longestBody {
            note(.body, "has \(size) bytes, at most \(Self.longestBody) are possible.")
        } else if size > 0, draft.bodyKind == .json {
            addJSON(Array(draft.body.utf8))
        } else if size > 0 {
            add(draft.bodyKind.rawValue, .string(draft.body))
        }
    }

    private mutating func addJSON(_ bytes: [UInt8]) {
        do {
            let body = try JSONLayout(bytes)
            json = body
            members.append(("json", JSONNode(written: body.compact)))
        } catch {
            let problem =
                error.isEnd ? "ends too early" : error.isTooDeep ? "is nested too deeply" : nil
            let wanted = error.wanted.map { "wants \($0) here" } ?? "is not JSON here"
            note(
                .body, "\(problem ?? wanted).", at: LineIndex(Data(bytes)).place(of: error.offset))
        }
    }

    /// Returns a fault that the folder's reader has found, at its field.
    func fault(_ fault: ManifestFault) -> ResponseDraft.Fault {
        var steps = fault.path?.steps[...] ?? []
        var field = isNewSet ? ResponseDraft.Field.set : .name
        var row: Int?
        if isNewSet, steps.starts(with: [.key("responses")]) {
            (steps, field) = (steps.dropFirst(2), .name)
        }
        switch steps.first {
        case .key("on"): field = .pattern
        case .key("json"), .key("text"), .key("base64"): field = .body
        case .key("headers"):
            field = .status
            if case .index(let index)? = steps.dropFirst().first {
                (field, row) = (.headers, rows[index])
            }
        case .key(let key) where key != "name": field = ResponseDraft.Field(rawValue: key) ?? field
        default: break
        }
        return ResponseDraft.Fault(field: field, row: row, message: fault.problem)
    }
}

extension HTTP.Status {
    /// Makes the status of a number or words: `404`, `404 Not Found`, `not found`; `nil` if there
    /// is none.
    fileprivate init?(words text: String) {
        let text = text.trimmingCharacters(in: .whitespaces).lowercased()
        let number = Int(text.prefix { $0.isNumber || $0 == "-" })
        let letters = text.filter(\.isLetter)
        guard
            let code = number
                ?? (200...599).first(where: {
                    HTTP.Status($0).meaning.lowercased().filter(\.isLetter) == letters
                })
        else { return nil }
        self.init(code)
    }
}
