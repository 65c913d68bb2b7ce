public import Foundation

extension BarricadeRequest {
    /// The body as text, in the charset of its content type, or else in UTF-8.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is none, or it is not such text.
    public var text: String {
        get throws(BarricadeError) {
            let data = try bytes()
            let charset = contentType?.parameters["charset"]?.lowercased() ?? "utf-8"
            guard let encoding = Self.encodings[charset] else {
                throw .unreadableBody(
                    "body is in charset \(charset.shortened), which is not known here")
            }
            guard let text = String(data: data, encoding: encoding) else {
                throw .unreadableBody("body is not text in \(charset.shortened)")
            }
            return text
        }
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, if it is not JSON
    ///   (with the offset), or if it is not of that type (with the path to the value, but not the
    ///   value).
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(BarricadeError) -> Value {
        try Self.decodeJSON(type, from: try bytes(), with: decoder)
    }

    /// The fields of a form, in order (`application/x-www-form-urlencoded`, WHATWG URL).
    ///
    /// The value is `nil` for a field without `=`, as in ``queryItems``.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, or its content type is
    ///   another one.
    public var form: [URLQueryItem] {
        get throws(BarricadeError) {
            let data = try bytes()
            if let contentType, contentType.name != "application/x-www-form-urlencoded" {
                throw .unreadableBody("body is \(contentType.name.shortened), not a form")
            }
            return content.kept(\.form) { FormFields.read(data) }
        }
    }

    /// The parts of a multipart form, in order (RFC 7578).
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, if the content type
    ///   names no boundary, or if the body ends within a part (with the offset).
    public var multipart: [HTTP.MultipartPart] {
        get throws(BarricadeError) {
            let data = try bytes()
            guard let contentType, contentType.name.hasPrefix("multipart/") else {
                throw .unreadableBody(
                    "body is \(contentType?.name.shortened ?? "of no content type"), not multipart")
            }
            guard let boundary = contentType.parameters["boundary"], !boundary.isEmpty else {
                throw .unreadableBody("body is multipart, but its content type names no boundary")
            }
            return try content.kept(\.multipart) { () throws(BarricadeError) in
                try HTTP.MultipartPart.read(data, boundary: boundary)
            }
        }
    }

    package var contentType: ContentType? {
        headers["Content-Type"].flatMap(ContentType.init(parsing:))
    }

    package func bytes() throws(BarricadeError) -> Data {
        switch body {
        case .data(let data):
            return data
        case .none:
            throw .unreadableBody(RequestBody.absence)
        case .truncated(let data, let size):
            throw .unreadableBody("body was cut in the log after \(data.count) of \(size) bytes")
        case .unreadable(let reason):
            throw .unreadableBody("body is not readable here: \(reason)")
        }
    }

    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2,
        "windows-1252": .windowsCP1252, "windows-1251": .windowsCP1251,
        "windows-1250": .windowsCP1250, "utf-16": .utf16, "utf-16le": .utf16LittleEndian,
        "utf-16be": .utf16BigEndian, "utf-32": .utf32, "shift_jis": .shiftJIS,
        "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]
}

extension BarricadeRequest {
    /// Returns the body as JSON, to be read by subscript: `try request.json()["user"]?.string`.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if there is no body, or it is not JSON (with
    ///   the offset).
    public func json() throws(BarricadeError) -> JSONValue {
        let data = try bytes()
        do {
            return try content.kept(\.json) { () throws(JSONReader.Fault) in
                try JSONReader.read(data)
            }
        } catch {
            throw .notJSON(error)
        }
    }

    static func decodeJSON<Value: Decodable>(
        _ type: Value.Type, from data: Data, with decoder: JSONDecoder
    ) throws(BarricadeError) -> Value {
        // Not with the decoder, which recurses.
        if type == JSONValue.self, !decoder.allowsJSON5 {
            do {
                if let value = try JSONReader.read(data) as? Value { return value }
            } catch {
                throw .notJSON(error)
            }
        }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            // Invalid JSON fails with various errors; only the fact that it is invalid is useful.
            if !decoder.allowsJSON5 {
                if let fault = JSONReader.fault(in: data) { throw .notJSON(fault) }
            }
            // Without the decoder's message.
            let fault = DecodingFault(error)
            throw .unreadableBody(
                "body cannot be read as \(type): \(fault.subject().shortened) \(fault.reason)")
        }
    }
}

extension BarricadeError {
    package static func unreadableBody(_ reason: String) -> BarricadeError {
        BarricadeError(.unreadableBody, reason)
    }

    fileprivate static func notJSON(_ fault: JSONReader.Fault) -> BarricadeError {
        .unreadableBody("body is not JSON (\(fault))")
    }
}

extension BarricadeRequest {
    /// Returns the names of the request's GraphQL operations: one, or often several in a batch.
    ///
    /// Empty if it has none, or one without a name.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if the URL names no operation, the method
    ///   is not GET or HEAD, and the body cannot be read.
    package func graphQLOperationNames() throws(BarricadeError) -> [String] {
        if let name = graphQLOperationNameInURL { return [name] }
        guard method != .get, method != .head else { return [] }
        let data = try bytes()
        return try content.kept(\.graphQLOperationNames) { () throws(BarricadeError) in
            try graphQLOperationNames(in: data)
        }
    }

    private var graphQLOperationNameInURL: String? {
        let name = target.queryValues(of: "operationName").lazy.compactMap(\.self).first
        if let name, !name.isEmpty { return name }
        return target.queryValues(of: "query").lazy.compactMap(\.self)
            .compactMap(GraphQLDocument.operationName).first
    }

    private func graphQLOperationNames(in data: Data) throws(BarricadeError) -> [String] {
        let type = contentType?.name ?? ""
        if type == "application/graphql" {
            let text = String(decoding: data, as: UTF8.self)
            return GraphQLDocument.operationName(in: text).map { [$0] } ?? []
        }
        guard type.hasPrefix("multipart/") else { return Self.operationNames(in: try json()) }
        guard let part = try multipart.first(where: { $0.name == "operations" }),
            let operations = try? JSONReader.read(part.data)
        else { return [] }
        return Self.operationNames(in: operations)
    }

    private static func operationNames(in json: JSONValue) -> [String] {
        (json.array ?? [json]).compactMap { operation in
            if let name = operation["operationName"]?.string, !name.isEmpty { return name }
            return operation["query"]?.string.flatMap(GraphQLDocument.operationName)
        }
    }
}
