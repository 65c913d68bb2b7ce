import Barricade
import Foundation

/// The bodies of recorded replies, in temporary files that are removed with the store.
final class BodyStore: Sendable {
    private let folder = Locked<TemporaryFolder?>(nil)

    /// Writes a body to a new file.
    func file(of body: Exchange.Body) throws -> URL {
        let folder = try folder.withLock { folder in
            let known = try folder ?? TemporaryFolder()
            folder = known
            return known
        }
        let file = folder.url.appendingPathComponent(UUID().uuidString)
        try body.data().write(to: file)
        return file
    }
}
