import Barricade
import BarricadeCommon
import BarricadeResources

/// The changes that writing a folder of sets has made.
///
/// Printed, it reads like `3 files added, 1 changed`.
public struct FolderChanges: Hashable, Sendable {
    /// The paths of new files in the folder, in order.
    public package(set) var added: [String] = []
    /// The paths of files with other content, in order.
    public package(set) var changed: [String] = []
    /// The paths of removed files, in order.
    public package(set) var removed: [String] = []

    /// Whether all files are unchanged.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

extension FolderChanges: CustomStringConvertible {
    public var description: String {
        let counts = [(added, "added"), (changed, "changed"), (removed, "removed")]
            .filter { paths, _ in !paths.isEmpty }
        guard let first = counts.first else { return "no file changed" }
        let noun = first.0.count == 1 ? "file" : "files"
        let rest = counts.dropFirst().map { paths, verb in ", \(paths.count) \(verb)" }
        return "\(first.0.count) \(noun) \(first.1)\(rest.joined())"
    }
}
