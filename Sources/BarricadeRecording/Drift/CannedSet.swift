import Barricade
import BarricadeCommon
import Foundation

/// The bodies that a set's responses have before a request comes.
struct CannedSet: Sendable, Hashable {
    struct Body: Sendable, Hashable {
        /// The name of its response, and its file if it has one.
        let title: String
        let status: HTTP.Status
        let contentType: String?
        /// The bytes; `nil` if there are some that nobody looks at, such as those of an image.
        let data: Data?
    }

    let name: String
    let bodies: [Body]
    /// Whether some responses are made for each request, so that any status may come.
    let isOpen: Bool

    /// Reads the bodies of a set; those whose files cannot be read are left out.
    ///
    /// - Parameter files: The places of files if the set has none.
    init(_ set: ResponseSet, files: [FileLocation]) {
        name = set.name
        isOpen = set.responses.contains(where: \.isMadePerRequest)
        let places = set.files.map { [$0] } ?? files
        bodies = set.responses.flatMap { CannedBody.all(of: $0) }.filter(\.isIntact).compactMap {
            body in
            let isRead = !BodyKind.isOpaque(body.contentType)
            let data = isRead ? try? body.bytes(in: places) : nil
            if isRead, data == nil { return nil }
            return Body(
                title: body.title, status: body.status, contentType: body.contentType, data: data)
        }
    }
}
