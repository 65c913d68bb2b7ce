import Foundation

/// The file of a body, found when it is served.
package struct BodyFile: Sendable {
    private struct State {
        /// The paths that the file may have; found for the first request.
        var candidates: [String]?
        /// The file that the latest request got.
        var latest: FoundFile?
    }

    /// The name that its response uses.
    package let name: String
    /// Makes an error about the file.
    package let fault: @Sendable (_ problem: String) -> BarricadeError
    /// The places to search, in order; ignored for an absolute path.
    private let locations: [FileLocation]
    private let state = Locked(State())

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - name: The name that its response uses.
    ///   - locations: The places to search.
    ///   - owner: Makes the beginning of messages, only for a message.
    package init(
        _ name: String, in locations: [FileLocation],
        owner: @escaping @Sendable () -> String = { "" }
    ) {
        self.name = name
        self.locations = locations
        fault = {
            BarricadeError(.unreadableFile, "\(owner())The file \"\(name.shortened)\" \($0)")
        }
    }

    /// Returns the first file of that name.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` naming the paths tried and the reason.
    package func find() throws(BarricadeError) -> FilePart {
        let (known, latest) = state.withLock { ($0.candidates, $0.latest) }
        let candidates =
            known
            ?? (name.hasPrefix("/")
                ? [URL(fileURLWithPath: name).path] : locations.flatMap { $0.paths(of: name) })
        for path in candidates {
            guard let status = FileStatus(path) else { continue }
            if status.isFolder { throw fault("is a folder: \(path.shortened).") }
            // Opening a pipe would block.
            guard status.isRegular else { throw fault("is not a regular file: \(path.shortened).") }
            if let latest, latest.isStill(path, status) { return FilePart(latest) }
            let file = FoundFile(path, status, fault: fault)
            state.withLock { $0 = State(candidates: candidates, latest: file) }
            return FilePart(file)
        }
        throw fault(
            """
            is missing. Tried:
            \(candidates.map { "  \($0.shortened)" }.joined(separator: "\n"))\
            \(hint(for: candidates))
            """)
    }

    /// Returns what may help to find a missing file, in a line of its own.
    private func hint(for candidates: [String]) -> String {
        if let nearest = NearestFile.path(to: candidates) {
            return "\nNearest: \(nearest.shortened)"
        }
        guard candidates.count > 1, locations.contains(where: \.isWorkingDirectory) else {
            return ""
        }
        return "\nTo fix: name the place of the files, such as $0.files = [.bundle(.module)]"
    }

    /// Checks that the file's content is JSON.
    func checkJSON(_ data: Data) throws(BarricadeError) {
        if let fault = JSONReader.fault(in: data) {
            throw self.fault("is not JSON (\(fault.place(in: data))).")
        }
    }
}
