import Foundation

/// The files of this package.
enum Repository {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func url(of path: String) -> URL {
        root.appendingPathComponent(path)
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: url(of: path), encoding: .utf8)
    }

    /// Returns the paths of the files below a folder that have an extension, in order.
    static func files(below folder: String, _ fileExtension: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: url(of: folder).path)?.allObjects ?? []
        return names.compactMap { $0 as? String }.filter { $0.hasSuffix(".\(fileExtension)") }
            .map { "\(folder)/\($0)" }.sorted()
    }
}
