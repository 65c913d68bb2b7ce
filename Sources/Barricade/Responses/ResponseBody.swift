public import Foundation

/// The bytes of a response and the content type they come with.
///
/// ```swift
/// CannedResponse("Avatar", body: .file("avatar.png", in: .bundle(.module)))
/// CannedResponse("Bytes", body: .data(Data([1, 2, 3]), contentType: "application/x-tiny"))
/// ```
public struct ResponseBody: Sendable {
    enum Kind: Sendable {
        case none
        case data(Data)
        case file(String, FileLocation?)
        case pieces(BodyPieces)
        case unusable(String)
    }

    let kind: Kind
    /// The content type of a response that gives none itself.
    let contentType: String?

    /// No body and no content type.
    public static let none = ResponseBody(kind: .none, contentType: nil)

    /// Bytes as they are; empty data is an empty body.
    public static func data(
        _ data: Data, contentType: String = "application/octet-stream"
    ) -> ResponseBody {
        ResponseBody(kind: .data(data), contentType: contentType)
    }

    /// Text in UTF-8.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8"
    ) -> ResponseBody {
        .data(Data(text.utf8), contentType: contentType)
    }

    /// JSON as a literal: `.json(["id": 7, "name": .string(name)])`.
    public static func json(_ value: JSONValue) -> ResponseBody {
        .encoding(value)
    }

    /// JSON as text; what is not JSON fails the requests that it would answer.
    ///
    /// Use ``text(_:contentType:)`` to send JSON that is broken on purpose.
    public static func jsonText(_ text: String) -> ResponseBody {
        let data = Data(text.utf8)
        do {
            _ = try JSONReader.read(data)
            return .data(data, contentType: MediaType.json)
        } catch {
            return .unusable(
                "its text is not JSON (\(error)); to send broken JSON use body: .text(…)")
        }
    }

    /// JSON of a model, encoded now; what cannot be encoded fails the requests it would answer.
    ///
    /// Without an encoder given, one that sorts keys writes it.
    public static func encoding(
        _ value: any Encodable, encoder: JSONEncoder? = nil
    ) -> ResponseBody {
        do {
            let encoder = encoder ?? .forBodies
            return .data(try encoder.encode(value), contentType: MediaType.json)
        } catch {
            return .unusable(
                "its \(type(of: value)) cannot be encoded as JSON: \("\(error)".shortened)")
        }
    }

    /// A file, looked at each time it is served, so that an edit shows at the next request.
    ///
    /// A name that is no absolute path is looked for in the location given, else in the set's,
    /// else in the barricade's, else in the main bundle's resources and the working directory.
    /// A file that is missing or cannot be read fails the request, naming the paths tried. The
    /// content type is the one of the file's extension unless given.
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

    /// A file by its URL; one that is no file URL fails the requests that it would answer.
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
