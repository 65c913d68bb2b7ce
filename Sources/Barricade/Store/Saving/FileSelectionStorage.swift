public import Foundation

/// A storage of all barricades' selections in one JSON file, which people may edit.
///
/// One process at a time saves, to a file with `.saving` after its name, which then replaces the
/// old file. If a process is killed meanwhile, that file stays until the next process starts.
public struct FileSelectionStorage: SelectionStorage {
    private let url: URL

    /// Makes a storage in a file, which need not exist yet; it makes the folder when needed.
    public init(_ url: URL) {
        self.url = url
    }

    public func load(for barricade: String) throws -> Preset.Selection {
        draft.removeLeftover()
        return try saved()[barricade]
    }

    public func update(
        for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
    ) throws {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try draft.withLock { draft in
                let before = try saved()
                var saved = before
                change(&saved[barricade])
                if saved != before { try draft.replace(target, with: try saved.json()) }
            }
        } catch {
            throw fault(error)
        }
    }

    /// The path of the file, or of its target if it is a symbolic link.
    private var target: String { url.resolvingSymlinksInPath().path }

    private var draft: FileLock { FileLock(path: target + ".saving") }

    private func saved() throws -> SavedSelections {
        guard FileManager.default.fileExists(atPath: url.path) else { return SavedSelections() }
        do {
            return try SavedSelections(reading: try Data(contentsOf: url))
        } catch let error as BarricadeError {
            throw BarricadeError(.unusableSelection, "\(url.path): \(error.message)")
        } catch {
            throw fault(error)
        }
    }

    private func fault(_ error: any Error) -> BarricadeError {
        if let fault = BarricadeError(error) { return fault }
        // The lock's errors already name the file.
        let reason =
            (error as? FileLock.Failure)?.description
            ?? "\(url.path): \(error.localizedDescription)"
        return BarricadeError(.unusableSelection, reason)
    }
}

extension FileSelectionStorage: CustomStringConvertible {
    /// The path of the file.
    public var description: String { url.path }
}

extension SelectionStorage where Self == FileSelectionStorage {
    /// A storage of all barricades' selections in one JSON file, which people may edit.
    public static func file(_ url: URL) -> Self {
        FileSelectionStorage(url)
    }
}
