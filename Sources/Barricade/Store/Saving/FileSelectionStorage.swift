public import Foundation

/// Keeps the selections of all barricades in one JSON file, which people may edit.
public struct FileSelectionStorage: SelectionStorage {
    private let url: URL

    /// Makes a storage over a file, which need not exist yet; its folder is made when needed.
    public init(_ url: URL) {
        self.url = url
    }

    public func load(for barricade: String) throws -> Selection {
        try saved()[barricade]
    }

    public func update(
        for barricade: String, _ change: @Sendable (inout Selection) -> Void
    ) throws {
        var saved = try saved()
        change(&saved[barricade])
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try saved.json().write(to: url, options: .atomic)
    }

    private func saved() throws -> SavedSelections {
        guard FileManager.default.fileExists(atPath: url.path) else { return SavedSelections() }
        do {
            return try SavedSelections(reading: try Data(contentsOf: url))
        } catch {
            throw BarricadeError(.unusableSelection, "\(url.path): \(Self.reason(of: error))")
        }
    }

    private static func reason(of error: any Error) -> String {
        BarricadeError(error)?.message ?? error.localizedDescription
    }
}

extension SelectionStorage where Self == FileSelectionStorage {
    /// Keeps the selections of all barricades in one JSON file, which people may edit.
    public static func file(_ url: URL) -> Self {
        FileSelectionStorage(url)
    }
}
