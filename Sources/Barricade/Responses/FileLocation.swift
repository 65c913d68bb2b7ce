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
    /// Whether files are searched for here unless a place is named.
    private var isStandard = false
    /// Whether it is, or has, a bundle's resources.
    private var hasBundle = false
    /// The folders that files must be in, also through links; empty means anywhere.
    private var roots: [String] = []
    /// The paths of a file in the folder or bundle, or in each of several places.
    private let find: @Sendable (_ name: String) -> [String]

    /// A folder on disk.
    public static func directory(_ url: URL) -> FileLocation {
        directory(url.path)
    }

    /// A folder on disk, by its path; a relative path starts at the working directory.
    public static func directory(_ path: String) -> FileLocation {
        let path = URL(fileURLWithPath: path, isDirectory: true).path
        // A URL looks at the disk for each name that it appends.
        let start = path == "/" ? path : "\(path)/"
        return FileLocation { ["\(start)\($0)"] }
    }

    /// A folder on disk whose links out of it are not followed.
    package static func confined(to url: URL) -> FileLocation {
        var location = directory(url)
        location.roots = [url.path.realPath]
        return location
    }

    /// Returns whether a file may be used.
    func holds(_ path: String) -> Bool {
        if roots.isEmpty { return true }
        let real = path.realPath
        return roots.contains { real.hasPrefix("\($0)/") }
    }

    /// A bundle's resources, or a folder among them: `.bundle(.module, subdirectory: "Responses")`.
    ///
    /// The user's localization of a file comes first.
    public static func bundle(_ bundle: Bundle, subdirectory: String? = nil) -> FileLocation {
        FileLocation(hasBundle: true) { name in
            if let found = bundle.url(
                forResource: name, withExtension: nil, subdirectory: subdirectory)
            {
                return [found.path]
            }
            let resources = bundle.resourceURL ?? bundle.bundleURL
            let folder = subdirectory.map { resources.appendingPathComponent($0) } ?? resources
            return [folder.appendingPathComponent(name).path]
        }
    }

    /// The default places of a file: the app's resources, then the working directory.
    package static let standard: FileLocation = {
        var standard: FileLocation = [
            .bundle(.main),
            FileLocation { directory(FileManager.default.currentDirectoryPath).paths(of: $0) },
        ]
        standard.isStandard = true
        return standard
    }()

    /// Returns the paths that a file with this name may have, in order.
    package func paths(of name: String) -> [String] { find(name) }

    /// Returns what may help to find a missing file, in lines of their own.
    package func hint(for candidates: [String]) -> String {
        guard let nearest = NearestFile.path(to: candidates) else {
            if isStandard, candidates.count > 1 {
                return """

                    To fix: name the place of the files: files: [.bundle(.module)] of the set, or \
                    $0.files = [.bundle(.module)] of the barricade
                    """
            }
            guard hasBundle, !isStandard else { return "" }
            let names = NearestFile.names(beside: candidates).map { $0.shortened.debugDescription }
            return names.isEmpty ? "" : "\nNearest there: \(names.joined(separator: ", "))"
        }
        let folder = URL(fileURLWithPath: nearest).deletingLastPathComponent()
        let isThere = candidates.contains {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path == folder.path
        }
        let fix = "\nTo fix: .bundle(…, subdirectory: \"\(folder.lastPathComponent.shortened)\")"
        return "\nNearest: \(nearest.shortened)\(isThere || !hasBundle ? "" : fix)"
    }
}

extension FileLocation: ExpressibleByArrayLiteral {
    /// Makes several places; the first one that has the file wins.
    public init(arrayLiteral elements: FileLocation...) {
        self.init { name in elements.flatMap { $0.paths(of: name) } }
        hasBundle = elements.contains(where: \.hasBundle)
        let isOpen = elements.contains { $0.roots.isEmpty }
        roots = isOpen ? [] : elements.flatMap(\.roots)
    }
}
