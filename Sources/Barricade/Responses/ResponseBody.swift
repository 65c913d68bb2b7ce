public import Foundation

/// The bytes of a response and the content type they come with.
///
/// ```swift
/// CannedResponse("Avatar", body: .file("avatar.png", in: .bundle(.module)))
/// CannedResponse("Bytes", body: .data(Data([1, 2, 3]), contentType: "application/x-tiny"))
/// ```
public struct ResponseBody: Sendable {
    package indirect enum Kind: Sendable {
        case none
        case data(Data)
        case file(String, FileLocation?)
        case pieces(BodyPieces)
        case unusable(String)
    }

    package let kind: Kind
    /// The content type, unless the response has its own.
    package let contentType: String?

    /// No body and no content type.
    public static let none = ResponseBody(kind: .none, contentType: nil)

    /// Bytes as they are; empty data is an empty body.
    public static func data(
        _ data: Data, contentType: String = "application/octet-stream"
    ) -> ResponseBody {
        ResponseBody(kind: .data(data), contentType: contentType)
    }

    /// Returns the body with another content type, or with none.
    package func ofType(_ contentType: String?) -> ResponseBody {
        ResponseBody(kind: kind, contentType: contentType)
    }

    /// Text in UTF-8.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8"
    ) -> ResponseBody {
        .data(Data(text.utf8), contentType: contentType)
    }

    /// A JSON literal: `.json(["id": 7, "name": .string(name)])`.
    public static func json(_ value: JSONValue) -> ResponseBody {
        if let text = value.string, "{[".contains(text.prefix(1)),
            JSONReader.fault(in: Data(text.utf8)) == nil
        {
            return .unusable(
                "its JSON is a string that holds JSON: write jsonText: for JSON as text")
        }
        do {
            return .data(Data(try value.text().utf8), contentType: MediaType.json)
        } catch {
            return .unusable("its JSON cannot be written: \(error.message.dropLast())")
        }
    }

    /// JSON text; invalid JSON fails the request.
    ///
    /// Use ``text(_:contentType:)`` to send JSON that is broken on purpose.
    public static func jsonText(_ text: String) -> ResponseBody {
        let data = Data(text.utf8)
        if let fault = JSONReader.fault(in: data) {
            return .unusable(
                "its text is not JSON (\(fault)); to send broken JSON use body: .text(…)")
        }
        return .data(data, contentType: MediaType.json)
    }

    /// The JSON of a model, encoded now; a model that cannot be encoded fails the request.
    ///
    /// The default encoder sorts keys.
    public static func encoding(
        _ value: any Encodable, encoder: JSONEncoder? = nil
    ) -> ResponseBody {
        if encoder == nil, let value = value as? JSONValue { return .json(value) }
        do {
            let encoder = encoder ?? .forBodies
            return .data(try encoder.encode(value), contentType: MediaType.json)
        } catch {
            return .unusable(
                "its \(type(of: value)) cannot be encoded as JSON: \("\(error)".shortened)")
        }
    }

    /// A file, checked each time it is served, so that the next request gets your edits.
    ///
    /// A name that is not an absolute path is searched for in `location`, or else in the set's
    /// location, or the barricade's, or the main bundle's resources and the working directory. A
    /// missing or unreadable file fails the request with an error that names the paths tried. The
    /// default content type follows from the file's extension.
    public static func file(
        _ name: String, in location: FileLocation? = nil, contentType: String? = nil
    ) -> ResponseBody {
        let pieces = (name.split(separator: "/").last ?? "")
            .split(separator: ".", omittingEmptySubsequences: false)
        let fileExtension = pieces.count > 1 ? pieces[pieces.count - 1] : ""
        return ResponseBody(
            kind: .file(name, location),
            contentType: contentType ?? MediaType.forExtension(String(fileExtension)))
    }

    /// The file at a URL; any URL but a file URL fails the request.
    public static func file(_ url: URL, contentType: String? = nil) -> ResponseBody {
        guard url.isFileURL else {
            let shown = Secrets.masked(url: url.absoluteString).shortened
            return .unusable("its file is \(shown), which is not a file URL")
        }
        return .file(url.absoluteURL.path, contentType: contentType)
    }

    private static func unusable(_ reason: String) -> ResponseBody {
        ResponseBody(kind: .unusable(reason), contentType: nil)
    }
}
