import Foundation

/// The edit distance of other names from a name, ignoring case; it prepares the name once.
package struct EditDistance: Sendable {
    /// Names are short; the rest of a longer text is ignored.
    private static let limit = 256

    private let scalars: [Unicode.Scalar]

    package init(from text: String) {
        scalars = Self.scalars(of: text)
    }

    /// Returns the Levenshtein distance of the first 256 characters.
    package func distance(to text: String) -> Int {
        distance(to: Self.scalars(of: text))
    }

    /// Returns the distance as a fraction of the longer name: 0 means equal, 1 means nothing in
    /// common.
    func fraction(to text: String) -> Double {
        let other = Self.scalars(of: text)
        return Double(distance(to: other)) / Double(max(scalars.count, other.count, 1))
    }

    private func distance(to other: [Unicode.Scalar]) -> Int {
        var row = Array(0...other.count)
        for (i, a) in scalars.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in other.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }

    private static func scalars(of text: String) -> [Unicode.Scalar] {
        // Cut first, since lowercasing a long text takes longer than comparing it.
        let start = String(text.unicodeScalars.prefix(limit))
        return Array(start.lowercased().unicodeScalars.prefix(limit))
    }
}

/// The existing file that the name of a missing one may mean, for messages.
package enum NearestFile {
    /// The most names of a folder to compare, since a request waits meanwhile.
    private static let mostNames = 1_000
    /// Names with a greater difference are not similar.
    private static let mostDifference = 0.4

    /// Returns the path of a file with a similar name in the same folder, or with this name in a
    /// subfolder; `nil` if there is none.
    ///
    /// - Parameter missing: The paths at which it was searched for.
    package static func path(to missing: [String]) -> String? {
        var nearest: (path: String, difference: Double)?
        for path in missing {
            let missing = URL(fileURLWithPath: path)
            let wanted = EditDistance(from: missing.deletingPathExtension().lastPathComponent)
            let folder = folder(missing.deletingLastPathComponent())
            for name in names(in: folder) {
                var url = folder.appendingPathComponent(name)
                let stem = url.deletingPathExtension().lastPathComponent
                // The extension may be missing, or another one.
                var difference = stem == missing.lastPathComponent ? 0 : wanted.fraction(to: stem)
                if FileStatus(url.path)?.isFolder == true {
                    url.appendPathComponent(missing.lastPathComponent)
                    difference = 0
                }
                guard difference < nearest?.difference ?? mostDifference,
                    FileStatus(url.path)?.isRegular == true
                else { continue }
                nearest = (url.path, difference)
            }
        }
        return nearest?.path
    }

    /// Returns a folder; if it is missing, one beside it with a similar name, or else its parent.
    private static func folder(_ folder: URL) -> URL {
        guard FileStatus(folder.path) == nil else { return folder }
        // A folder may be given twice: in the location, and before the file's name.
        let parent = folder.deletingLastPathComponent()
        let wanted = EditDistance(from: folder.lastPathComponent)
        let similar = names(in: parent).filter {
            wanted.fraction(to: $0) < mostDifference
                && FileStatus(parent.appendingPathComponent($0).path)?.isFolder == true
        }
        return similar.min { wanted.fraction(to: $0) < wanted.fraction(to: $1) }
            .map { parent.appendingPathComponent($0) } ?? parent
    }

    private static func names(in folder: URL) -> some Sequence<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().prefix(mostNames).lazy.filter { !$0.hasPrefix(".") }
    }
}
