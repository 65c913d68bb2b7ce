import Barricade
import Foundation

/// The bodies of recorded replies, each in a temporary file that goes with the store.
final class BodyStore: Sendable {
    private let folder = Locked<TemporaryFolder?>(nil)

    /// Returns a file that does not exist yet, in a folder that does.
    func newFile() throws -> URL {
        try folder.withLock { folder in
            let place = try folder ?? TemporaryFolder()
            folder = place
            return place.url.appendingPathComponent(UUID().uuidString)
        }
    }

    /// Keeps a body in a file of its own.
    func file(of body: Exchange.Body) throws -> URL {
        let file = try newFile()
        try body.data().write(to: file)
        return file
    }
}
