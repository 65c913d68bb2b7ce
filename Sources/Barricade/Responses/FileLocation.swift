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
        case directory(String)
        /// The path of the working directory, where files are searched for unless a place is named.
        case workingDirectory(String)
        case bundle(Bundle, subdirectory: String?)
        case several([FileLocation])
    }

    package let kind: Kind

    /// A folder on disk.
    public static func directory(_ url: URL) -> FileLocation {
        directory(url.path)
    }

    /// A folder on disk, by its path; a relative path starts at the working directory.
    public static func directory(_ path: String) -> FileLocation {
        FileLocation(kind: .directory(URL(fileURLWithPath: path, isDirectory: true).path))
    }

    /// A bundle's resources, or a folder among them: `.bundle(.module, subdirectory: "Responses")`.
    public static func bundle(_ bundle: Bundle, subdirectory: String? = nil) -> FileLocation {
        FileLocation(kind: .bundle(bundle, subdirectory: subdirectory))
    }

    /// Several places; the first one that has the file wins.
    package static func several(_ locations: [FileLocation]) -> FileLocation {
        FileLocation(kind: .several(locations))
    }

    /// The default places of a file: the app's resources, then the working directory.
    package static var standard: [FileLocation] {
        [
            .bundle(.main),
            FileLocation(kind: .workingDirectory(FileManager.default.currentDirectoryPath)),
        ]
    }

    var isWorkingDirectory: Bool {
        if case .workingDirectory = kind { true } else { false }
    }

    /// Returns the paths of a file with this name, in order; in a bundle, the user's localization
    /// comes first.
    package func paths(of name: String) -> [String] {
        let directory: URL
        switch kind {
        case .directory(let path), .workingDirectory(let path):
            directory = URL(fileURLWithPath: path, isDirectory: true)
        case .bundle(let bundle, let subdirectory):
            if let found = bundle.url(
                forResource: name, withExtension: nil, subdirectory: subdirectory)
            {
                return [found.path]
            }
            let resources = bundle.resourceURL ?? bundle.bundleURL
            directory = subdirectory.map { resources.appendingPathComponent($0) } ?? resources
        case .several(let locations):
            return locations.flatMap { $0.paths(of: name) }
        }
        return [directory.appendingPathComponent(name).path]
    }
}

extension FileLocation: ExpressibleByArrayLiteral {
    /// Makes several places; the first one that has the file wins.
    public init(arrayLiteral elements: FileLocation...) {
        self = .several(elements)
    }
}
