public import Foundation

/// The location of response body files: one place, or several in order.
///
/// ```swift
/// let books = ResponseSet(
///     "Books", on: .get("/books"), files: [.directory("edited"), .bundle(.module)]
/// ) {
///     CannedResponse("Some", file: "books.json")
/// }
/// ```
public struct FileLocation: Sendable {
    package indirect enum Kind: Sendable {
        case directory(URL)
        /// An absolute path; it becomes a URL at the first search, since most barricades need no
        /// file.
        case path(String)
        case bundle(Bundle, subdirectory: String?)
        case several([FileLocation])
    }

    package let kind: Kind

    /// A folder on disk.
    public static func directory(_ url: URL) -> FileLocation {
        FileLocation(kind: .directory(url))
    }

    /// A folder on disk, by its path; a relative path starts at the working directory.
    public static func directory(_ path: String) -> FileLocation {
        directory(URL(fileURLWithPath: path, isDirectory: true))
    }

    /// A bundle's resources, or a folder among them: `.bundle(.module, subdirectory: "Responses")`.
    public static func bundle(_ bundle: Bundle, subdirectory: String? = nil) -> FileLocation {
        FileLocation(kind: .bundle(bundle, subdirectory: subdirectory))
    }

    /// Several places; the first one that has the file wins.
    public static func several(_ locations: [FileLocation]) -> FileLocation {
        FileLocation(kind: .several(locations))
    }

    /// The default places of a file: the app's resources, then the working directory.
    package static var standard: [FileLocation] {
        [
            .bundle(.main),
            FileLocation(kind: .path(FileManager.default.currentDirectoryPath)),
        ]
    }

    /// Whether this is the working directory, where files are looked for unless a place is named.
    var isWorkingDirectory: Bool {
        if case .path = kind { true } else { false }
    }

    /// Returns the places of a file with this name, in order; in a bundle, the user's localization
    /// comes first.
    package func candidates(for name: String) -> [URL] {
        switch kind {
        case .directory(let directory):
            return [directory.appendingPathComponent(name)]
        case .path(let path):
            return [URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)]
        case .bundle(let bundle, let subdirectory):
            if let found = bundle.url(
                forResource: name, withExtension: nil, subdirectory: subdirectory)
            {
                return [found]
            }
            let resources = bundle.resourceURL ?? bundle.bundleURL
            let folder = subdirectory.map { resources.appendingPathComponent($0) } ?? resources
            return [folder.appendingPathComponent(name)]
        case .several(let locations):
            return locations.flatMap { $0.candidates(for: name) }
        }
    }
}

extension FileLocation: ExpressibleByArrayLiteral {
    /// Makes several places; the first one that has the file wins.
    public init(arrayLiteral elements: FileLocation...) {
        self = .several(elements)
    }
}
