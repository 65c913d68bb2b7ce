import Foundation

/// What a file is called, and whose it is, for messages.
struct FileTitle: Sendable {
    /// The name that its response gives.
    let name: String
    /// What messages begin with, made when there is one.
    var owner: @Sendable () -> String = { "" }

    /// Makes an error of what is wrong with the file.
    func fault(_ problem: String) -> BarricadeError {
        BarricadeError(.unreadableFile, "\(owner())The file \"\(name.shortened)\" \(problem)")
    }
}

/// Finds the file of a body at the moment it is served.
struct BodyFile: Sendable {
    private struct State {
        /// Where the file may be; worked out for the first request.
        var candidates: [Candidate]?
        /// The file that the latest request got.
        var latest: FoundFile?
    }

    private struct Candidate {
        let url: URL
        let path: String
    }

    private let title: FileTitle
    /// Where to look, in order; not used for an absolute path.
    private let locations: [FileLocation]
    private let state = Locked(State())

    /// Makes a file of a response or the like, which errors begin with.
    init(_ title: FileTitle, locations: [FileLocation]) {
        self.title = title
        self.locations = locations
    }

    var name: String { title.name }

    /// Returns the first file of that name.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` naming the paths tried and the reason.
    func find() throws(BarricadeError) -> FilePart {
        let (known, latest) = state.withLock { ($0.candidates, $0.latest) }
        let candidates = known ?? makeCandidates()
        for candidate in candidates {
            guard let status = FileStatus(candidate.path) else { continue }
            if status.isFolder {
                throw title.fault("is a folder: \(candidate.path.shortened).")
            }
            guard status.isRegular else {
                // A pipe would keep whoever opens it waiting.
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
            \(nearest(to: candidates).map { "\nNearest: \($0.shortened)" } ?? "")
            """)
    }

    /// Returns the file that may be meant: one with a name like this where it was looked for, or of
    /// this name in a folder there.
    private func nearest(to candidates: [Candidate]) -> String? {
        var nearest: (path: String, difference: Double)?
        for candidate in candidates {
            let wanted = Word(candidate.url.lastPathComponent)
            let folder = candidate.url.deletingLastPathComponent()
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for name in names.sorted().prefix(Self.mostNames) where !name.hasPrefix(".") {
                var url = folder.appendingPathComponent(name)
                var difference = wanted.difference(from: name)
                if FileStatus(url.path)?.isFolder == true {
                    url.appendPathComponent(candidate.url.lastPathComponent)
                    difference = 0
                }
                guard difference < nearest?.difference ?? Self.mostDifference,
                    FileStatus(url.path)?.isRegular == true
                else { continue }
                nearest = (url.path, difference)
            }
        }
        return nearest?.path
    }

    /// How many names of a folder are compared; a request waits for it.
    private static let mostNames = 1_000
    /// Names that differ in more of their letters are not alike.
    private static let mostDifference = 0.4

    /// Checks that what the file holds is JSON.
    func checkJSON(_ data: Data) throws(BarricadeError) {
        do {
            _ = try JSONReader.read(data)
        } catch {
            throw title.fault("is not JSON (\(error.place(in: data))).")
        }
    }

    private func makeCandidates() -> [Candidate] {
        let urls =
            name.hasPrefix("/")
            ? [URL(fileURLWithPath: name)] : locations.flatMap { $0.candidates(for: name) }
        return urls.map { Candidate(url: $0, path: $0.path) }
    }
}
