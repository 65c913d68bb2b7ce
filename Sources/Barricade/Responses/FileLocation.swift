public import Foundation

/// Where the files of response bodies are looked for.
public struct FileLocation: Sendable {
    enum Kind: Sendable {
        case directory(URL)
        /// An absolute path, made a URL when a file is looked for: most barricades look for none.
        case path(String)
        case bundle(Bundle, subdirectory: String?)
    }

    let kind: Kind

    /// A folder on disk.
    public static func directory(_ url: URL) -> FileLocation {
        FileLocation(kind: .directory(url))
    }

    /// A folder on disk, by its path; a relative one starts at the working directory.
    public static func directory(_ path: String) -> FileLocation {
        directory(URL(fileURLWithPath: path, isDirectory: true))
    }

    /// A bundle's resources, or a folder among them: `.bundle(.module, subdirectory: "Responses")`.
    public static func bundle(_ bundle: Bundle, subdirectory: String? = nil) -> FileLocation {
        FileLocation(kind: .bundle(bundle, subdirectory: subdirectory))
    }

    /// Where a file is looked for when nobody says: the app's resources, then the working directory.
    static var standard: [FileLocation] {
        [
            .bundle(.main),
            FileLocation(kind: .path(FileManager.default.currentDirectoryPath)),
        ]
    }

    /// Where a file of this name would be; of a bundle, its localisation for this user first.
    func candidate(for name: String) -> URL {
        switch kind {
        case .directory(let directory):
            return directory.appendingPathComponent(name)
        case .path(let path):
            return URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)
        case .bundle(let bundle, let subdirectory):
            if let found = bundle.url(
                forResource: name, withExtension: nil, subdirectory: subdirectory)
            {
                return found
            }
            let resources = bundle.resourceURL ?? bundle.bundleURL
            let folder = subdirectory.map { resources.appendingPathComponent($0) } ?? resources
            return folder.appendingPathComponent(name)
        }
    }
}
