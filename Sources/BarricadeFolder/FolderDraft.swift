import Barricade
import Foundation

/// The body files of a folder to be written, and the reasons why it cannot be written.
final class FolderDraft {
    private(set) var problems: [String] = []
    /// The files to copy, by their paths in the folder.
    private(set) var copies: [String: URL] = [:]
    /// The paths of the files of each name.
    private var paths: [String: [URL: String]] = [:]
    /// The set or response that problems are about, for messages.
    private var title = ""
    /// The set whose files are being found.
    private var set: ResponseSet?
    private let files: FileLocation
    /// The paths that are taken, in lower case, since many file systems ignore case.
    private var taken: Set<String> = [
        ManifestFolder.manifestName, ManifestFolder.schemaName,
    ]

    /// - Parameter files: The locations of files whose sets name none.
    init(files: FileLocation) {
        self.files = files
    }

    package func note(_ problem: String) {
        problems.append("\(title) \(problem)")
    }

    /// Begins a set.
    func begin(_ set: ResponseSet) {
        self.set = set
        title = "Response set \"\(set.name.shortened)\" (\(set.origin.text))"
    }

    func begin(_ response: CannedResponse) {
        guard let set else { return }
        title =
            "Response \"\(response.name.shortened)\" of set \"\(set.name.shortened)\" (\(set.origin.text))"
    }

    /// Notes unknown names in presets, since a folder with them could not be read.
    func check(_ presets: [Preset], for sets: NamedSets) {
        for preset in presets {
            title = "Preset \"\(preset.name.shortened)\""
            for (name, response) in preset.selection.ordered
            where sets[name]?[response] == nil {
                note(
                    "selects \"\(response.shortened)\" for set \"\(name.shortened)\", which does not exist"
                )
            }
            if let response = preset.everySet, !sets.responses.contains(response) {
                note("selects \"\(response.shortened)\", which no set has")
            }
        }
    }

    func take(_ path: String) {
        taken.insert(path.lowercased())
    }

    /// Returns the path in the folder for a body file, which is copied there.
    func path(ofFile name: String, at location: FileLocation?) -> String {
        let place = location ?? set?.files ?? files
        do {
            let source = try URL(
                fileURLWithPath: BodyFile(name, in: place).find().path)
            return path(for: source, named: name)
        } catch {
            // Leave out the places that were tried, which take many lines.
            let sentence = error.message.split(separator: "\n").first ?? ""
            let reason = sentence.replacing(" Tried:", with: "")
            note("has a file that cannot be copied. \(reason)")
            return name
        }
    }

    private func path(for source: URL, named name: String) -> String {
        let isPath = ManifestFolder.fault(ofSpelling: name) == nil
        let base = isPath ? name : source.lastPathComponent
        if let known = paths[base]?[source] { return known }
        let url = URL(fileURLWithPath: base)
        let suffix = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        func numbered(_ number: Int) -> String {
            number == 1 ? base : "\(base.dropLast(suffix.count))-\(number)\(suffix)"
        }
        var number = (paths[base]?.count ?? 0) + 1
        while !taken.insert(numbered(number).lowercased()).inserted { number += 1 }
        copies[numbered(number)] = source
        paths[base, default: [:]][source] = numbered(number)
        return numbered(number)
    }
}
