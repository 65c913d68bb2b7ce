import Foundation

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

    /// Returns at most three names in the folder of a missing file, the nearest first.
    static func names(beside missing: [String]) -> [String] {
        let missing = missing.map { URL(fileURLWithPath: $0) }
        let all = missing.flatMap { names(in: $0.deletingLastPathComponent()) }
        let wanted = missing.first?.lastPathComponent ?? ""
        return Array(NameSuggestion.nearestFirst(to: wanted, among: all).prefix(3))
    }

    /// Returns a folder; if it is missing, one beside it with a similar name, or else its parent.
    private static func folder(_ folder: URL) -> URL {
        guard FileStatus(folder.path) == nil else { return folder }
        // A folder may be given twice: in the location, and before the file's name.
        let parent = folder.deletingLastPathComponent()
        let wanted = EditDistance(from: folder.lastPathComponent)
        let similar = names(in: parent).filter { wanted.fraction(to: $0) < mostDifference }
            .ordered { wanted.fraction(to: $0) }.map { parent.appendingPathComponent($0) }
        return similar.first { FileStatus($0.path)?.isFolder == true } ?? parent
    }

    private static func names(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return Array(
            names.filter { !$0.hasPrefix(".") }.ordered(by: \.self).prefix(mostNames))
    }
}
