import Barricade
import Foundation

/// The bodies of recorded replies, each in a temporary file that goes with the store.
final class BodyStore: Sendable {
    private struct State {
        var files: [BodyFingerprint: URL] = [:]
        var folder: TemporaryFolder?
        var count = 0
    }

    private let state = Locked(State())

    /// Returns a file that does not exist yet, in a folder that does.
    func newFile() throws -> URL {
        try state.withLock { state in
            let folder = try state.folder ?? TemporaryFolder()
            state.folder = folder
            state.count += 1
            return folder.url.appendingPathComponent("\(state.count)")
        }
    }

    /// Keeps a body in a file; equal ones share it.
    func file(of body: Exchange.Body) throws -> URL {
        let data = try body.data()
        // That of the bytes: bodies with other spaces must stay apart.
        let fingerprint = BodyFingerprint(bytes: data)
        if let known = state.withLock({ $0.files[fingerprint] }) { return known }
        let file = try newFile()
        try data.write(to: file)
        state.withLock { $0.files[fingerprint] = file }
        return file
    }
}
