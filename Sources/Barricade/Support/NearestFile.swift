package import Foundation

/// The file that may be meant by the name of a missing one, for messages.
package enum NearestFile {
    /// The most names of a folder to compare, since a request waits meanwhile.
    private static let mostNames = 1_000
    /// Names with a greater difference are not similar.
    private static let mostDifference = 0.4

    /// Returns the path of a file with a similar name in the same folder, or with this name in a
    /// subfolder; `nil` if there is none.
    ///
    /// - Parameter missing: The places where it was sought.
    package static func path(to missing: [URL]) -> String? {
        var nearest: (path: String, difference: Double)?
        for missing in missing {
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

    /// Returns a folder, or one of a similar name in the same place, or else the one around it.
    private static func folder(_ folder: URL) -> URL {
        guard FileStatus(folder.path) == nil else { return folder }
        // One may be named twice: in the location, and before the file's name.
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
