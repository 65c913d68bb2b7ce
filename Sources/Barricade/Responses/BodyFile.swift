import Foundation

/// The name and the owner of a file, for messages.
package struct FileTitle: Sendable {
    /// The name that its response uses.
    package let name: String
    /// The beginning of messages, made only for a message.
    var owner: @Sendable () -> String = { "" }

    package init(name: String, owner: @escaping @Sendable () -> String = { "" }) {
        self.name = name
        self.owner = owner
    }

    /// Makes an error about the file.
    package func fault(_ problem: String) -> BarricadeError {
        BarricadeError(.unreadableFile, "\(owner())The file \"\(name.shortened)\" \(problem)")
    }
}

/// The file of a body, found when it is served.
package struct BodyFile: Sendable {
    private struct State {
        /// The possible places of the file; found for the first request.
        var candidates: [Candidate]?
        /// The file that the latest request got.
        var latest: FoundFile?
    }

    private struct Candidate {
        let url: URL
        let path: String
    }

    private let title: FileTitle
    /// The places to search, in order; ignored for an absolute path.
    private let locations: [FileLocation]
    private let state = Locked(State())

    /// Makes a file whose errors begin with the title's owner.
    package init(_ title: FileTitle, locations: [FileLocation]) {
        self.title = title
        self.locations = locations
    }

    package var name: String { title.name }

    /// Returns the first file of that name.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` naming the paths tried and the reason.
    package func find() throws(BarricadeError) -> FilePart {
        let (known, latest) = state.withLock { ($0.candidates, $0.latest) }
        let candidates = known ?? makeCandidates()
        for candidate in candidates {
            guard let status = FileStatus(candidate.path) else { continue }
            if status.isFolder {
                throw title.fault("is a folder: \(candidate.path.shortened).")
            }
            guard status.isRegular else {
                // Opening a pipe would block.
                throw title.fault("is not a regular file: \(candidate.path.shortened).")
            }
            if let latest, latest.isStill(candidate.url, status) { return FilePart(latest) }
            let file = FoundFile(url: candidate.url, title: title, status: status)
            state.withLock { $0 = State(candidates: candidates, latest: file) }
            return FilePart(file)
        }
        throw title.fault(
            """
            is missing. Tried:
            \(candidates.map { "  \($0.path.shortened)" }.joined(separator: "\n"))\
            \(hint(for: candidates))
            """)
    }

    /// Returns what may help to find a missing file, in a line of its own.
    private func hint(for candidates: [Candidate]) -> String {
        if let nearest = NearestFile.path(to: candidates.map(\.url)) {
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
            throw title.fault("is not JSON (\(fault.place(in: data))).")
        }
    }

    private func makeCandidates() -> [Candidate] {
        let urls =
            name.hasPrefix("/")
            ? [URL(fileURLWithPath: name)] : locations.flatMap { $0.candidates(for: name) }
        return urls.map { Candidate(url: $0, path: $0.path) }
    }
}
