import Barricade
import BarricadeCommon
import BarricadeResources

/// What writing a folder of sets has changed in it.
///
/// Printed, it reads like `3 files added, 1 changed`.
public struct FolderChanges: Hashable, Sendable {
    /// The paths of new files in the folder, in order.
    public package(set) var added: [String] = []
    /// The paths of files whose content is another one, in order.
    public package(set) var changed: [String] = []
    /// The paths of files that are gone, in order.
    public package(set) var removed: [String] = []

    /// Whether all files are as they were.
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
