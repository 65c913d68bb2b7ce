public import Barricade
import BarricadeCommon
import Foundation

extension BarricadeRequest {
    /// Returns the request as a text that is the same in each run, to compare or keep in a file.
    ///
    /// ```swift
    /// let request = try await Barricade.current.waitForRequest(to: "Login")
    /// let text = try request.transcript(headers: ["Content-Type"], ignoring: [.json("$.id")])
    /// #expect(
    ///     text == """
    ///         POST https://api.example.com/login
    ///         Content-Type: application/json
    ///
    ///         {
    ///           "id": <any>,
    ///           "user": "ada"
    ///         }
    ///         """)
    /// ```
    ///
    /// It has the method, the URL, header fields by name, and the body: JSON over several lines
    /// with sorted members, the fields of a form, the parts of a multipart form, plain text, and
    /// the size and a hash of other bytes. `<any>` replaces ignored values, and the boundary of a
    /// multipart form. Secrets are masked as in `curl`, except in text.
    ///
    /// - Parameters:
    ///   - headers: The names of the header fields to show; none by default, since platforms add
    ///     their own.
    ///   - parts: The parts to ignore, since they differ from run to run. Parts that the request
    ///     does not have are skipped.
    /// - Throws: `BarricadeError.Code.invalidDefinition` if a JSON path cannot be read.
    public func transcript(
        headers: [String] = [], ignoring parts: [Part] = []
    ) throws(BarricadeError) -> String {
        let writer = try TranscriptWriter(ignoring: parts)
        let names = headers + writer.ignoredHeaders
        let head =
            ["\(method.rawValue) \(writer.url(of: target))"]
            + self.headers.fields.filter { field in names.contains { field.isNamed($0) } }
            .ordered { $0.name.lowercased() }.map { writer.line(of: $0) }
        let text = writer.text(of: self).map { [$0] } ?? []
        return ([head.joined(separator: "\n")] + text).joined(separator: "\n\n")
    }
}

/// The writer of a request's transcript.
private struct TranscriptWriter {
    private static let placeholder = "<any>"

    private(set) var ignoredHeaders: [String] = []
    private var paths: [JSONPath] = []
    private let ignored: Set<BarricadeRequest.Part>

    init(ignoring parts: [BarricadeRequest.Part]) throws(BarricadeError) {
        ignored = Set(parts)
        for part in parts {
            switch part {
            case .header(let name): ignoredHeaders.append(name)
            case .json(let path): paths.append(try Self.path(path))
            case .query, .field, .body: break
            }
        }
    }

    private static func path(_ text: String) throws(BarricadeError) -> JSONPath {
        do {
            return try JSONPath(text)
        } catch {
            throw BarricadeError(
                .invalidDefinition,
                "The JSON path \"\(text.shortened)\" cannot be read: \(error.reason).")
        }
    }

    // MARK: The head

    /// Returns the URL without its fragment, which is not sent.
    func url(of target: ParsedURL) -> String {
        guard let query = target.query else { return Secrets.masked(url: target.textBeforeQuery) }
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = WrittenItem(item.utf8).name
            let isIgnored = ignored.contains(.query(ParsedURL.decoded(Substring(name))))
            return isIgnored ? "\(Substring(name))=\(Self.placeholder)" : String(item)
        }
        return Secrets.masked(url: "\(target.textBeforeQuery)?\(items.joined(separator: "&"))")
    }

    func line(of field: HTTP.Headers.Field) -> String {
        "\(field.name): \(value(of: field))"
    }

    private func value(of field: HTTP.Headers.Field) -> String {
        if ignoredHeaders.contains(where: field.isNamed) { return Self.placeholder }
        if field.isNamed("Cookie") || Secrets.isSecret(field.name) { return Secrets.mask }
        let boundary =
            field.isNamed("Content-Type")
            ? ContentType(parsing: field.value)?.parameters["boundary"] : nil
        let value = boundary.map { field.value.replacing($0, with: Self.placeholder) }
        return value ?? Secrets.masked(value: field.value)
    }

    // MARK: The body

    /// Returns the body as text; `nil` if there is none.
    func text(of request: BarricadeRequest) -> String? {
        switch request.body {
        case .none:
            return nil
        case _ where ignored.contains(.body):
            return Self.placeholder
        case .data(let data):
            if let parts = try? request.multipart {
                return parts.map(text).joined(separator: "\n")
            }
            return text(of: data, request.contentType)
        case .truncated, .unreadable:
            return "(\(request.body))"
        }
    }

    private func text(of part: HTTP.MultipartPart) -> String {
        let file = part.fileName.map { ", file \($0.debugDescription)" } ?? ""
        let title = "--- \(part.name)\(file), \(part.contentType)\n"
        let type = ContentType(parsing: part.contentType)
        return title + (replacement(for: part.name) ?? text(of: part.data, type))
    }

    private func text(of data: Data, _ type: ContentType?) -> String {
        if type?.name == "application/x-www-form-urlencoded" {
            return HTTP.Items(form: data).map(line).joined(separator: "\n")
        }
        if type?.name != "text/plain", let value = try? JSONReader.read(data) {
            return json(value.masked, at: JSONPath.Walk(paths))
        }
        if let text = String(data: data, encoding: .utf8), text.isReadable { return text }
        // The tag is quoted, and ends with the size.
        let hash = EntityTag.data(data).text.dropFirst().prefix { $0 != "-" }
        return "(\(RequestBody.data(data)), hash \(hash))"
    }

    /// Returns JSON in which each value has its own line.
    private func json(_ value: JSONValue, at walk: JSONPath.Walk, on line: String = "\n") -> String
    {
        if walk.isAtEnd { return Self.placeholder }
        let inner = line + "  "
        switch value {
        case .array(let content) where !content.values.isEmpty:
            let elements = content.values.enumerated().map { index, element in
                let walk = walk.entering(element: index, of: content.values.count)
                return inner + json(element, at: walk, on: inner)
            }
            return "[\(elements.joined(separator: ","))\(line)]"
        case .object(let content) where !content.values.isEmpty:
            let members = content.values.orderedKeys.map { key in
                let text = json(
                    content.values[key] ?? .null, at: walk.entering(member: key), on: inner)
                return "\(inner)\(JSONValue.quoted(key)): \(text)"
            }
            return "{\(members.joined(separator: ","))\(line)}"
        // A whole number keeps its decimal point.
        case .number(let number): return "\(number)"
        default: return value.description
        }
    }

    private func line(of item: URLQueryItem) -> String {
        guard let value = item.value else { return item.name }
        return "\(item.name)=\(replacement(for: item.name) ?? Secrets.masked(value: value))"
    }

    /// Returns the text in place of a form field's value; `nil` if it may be shown.
    private func replacement(for field: String) -> String? {
        if ignored.contains(.field(field)) { return Self.placeholder }
        return Secrets.isSecret(field) ? Secrets.mask : nil
    }
}

extension String {
    /// Whether it is not empty and has no control characters but tabs and line breaks.
    fileprivate var isReadable: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control || "\t\r\n".unicodeScalars.contains($0)
            }
    }
}

extension BarricadeRequest {
    /// A part of a request whose value differs from run to run.
    public enum Part: Sendable, Hashable {
        /// The value of a header field.
        case header(String)
        /// The values of a query item.
        case query(String)
        /// The values at a JSON path: `$.id`, `$.items[0].price`, `$.items[*].id`.
        ///
        /// Write a name with dots or brackets in quotes: `$['a.b']` (RFC 9535).
        case json(String)
        /// The values of a form's field, or the contents of a multipart form's part.
        case field(String)
        /// The whole body.
        case body
    }
}
