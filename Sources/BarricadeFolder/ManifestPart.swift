package import Barricade
import BarricadeCommon
package import Foundation

/// One response or set as the JSON of a manifest, without a folder.
///
/// It comes from people, by a screen or a browser. So it names no file and asks no server.
package enum ManifestPart {
    /// The most letters of a name that people give.
    private static let longestName = 200

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - node: What was read of the data before; faults then have no lines.
    ///   - name: The name if it has none; `nil` means that it needs one.
    /// - Throws: ``Faults`` with all mistakes.
    package static func response(
        _ data: Data = Data(), read node: JSONNode? = nil, named name: String? = nil
    ) throws(Faults) -> CannedResponse {
        try read(ManifestFile(data, read: node)) { place in
            guard var entry = ResponseEntry.object.read(place) else { return nil }
            entry.name = entry.name ?? name
            return SetEntry.responses([entry]).first
        }
    }

    /// Reads a set.
    ///
    /// - Throws: ``Faults`` with all mistakes.
    package static func set(
        _ data: Data = Data(), read node: JSONNode? = nil
    ) throws(Faults) -> ResponseSet {
        try read(ManifestFile(data, read: node)) { place in
            let set = SetEntry.object.read(place)?.responseSet(at: place)
            check(set?.name ?? "", at: place)
            return set
        }
    }

    /// Returns the JSON of a response, without what is code.
    static func node(of response: CannedResponse) -> JSONNode {
        ResponseEntry.object.write(ResponseEntry(response, in: FolderPlan(files: [])))
    }

    /// Returns the JSON of a response; `nil` if it is code, or has a file.
    package static func text(of response: CannedResponse) -> String? {
        let plan = FolderPlan(files: [])
        let entry = ResponseEntry(response, in: plan)
        return plan.problems.isEmpty ? ResponseEntry.object.write(entry).laidOut : nil
    }

    /// Returns the JSON of a set; `nil` if a part of it is code, or has a file.
    package static func text(of set: ResponseSet) -> String? {
        let plan = FolderPlan(files: [])
        let entry = SetEntry(set, in: plan)
        return plan.problems.isEmpty ? SetEntry.object.write(entry).laidOut : nil
    }

    /// Returns why no folder can hold a set without files, as the end of a sentence about it;
    /// usually `nil`.
    ///
    /// It writes the set's entry and reads it back.
    package static func fault(of set: ResponseSet) -> String? {
        let plan = FolderPlan(files: [])
        let node = SetEntry.object.write(SetEntry(set, in: plan))
        if let problem = plan.problems.first { return String(problem.dropFirst()) }
        let folder = ManifestFolder(URL(fileURLWithPath: "/"))
        let file = ManifestFile(node.compactData, in: folder)
        let again = file.root().flatMap { SetEntry.object.read($0)?.responseSet(at: $0) }
        if let fault = file.faults.first { return String(fault.problem.dropLast()) }
        let written = again.map { SetEntry.object.write(SetEntry($0, in: plan)) }
        return written?.compactData == node.compactData
            ? nil : "is not the same when it is read back"
    }

    /// The mistakes in JSON from people, in the order of the text; at least one.
    package struct Faults: Error {
        package let faults: [ManifestFault]
    }

    private static func read<Value>(
        _ file: ManifestFile, _ make: (ManifestPlace) -> Value?
    ) throws(Faults) -> Value {
        guard let value = file.root().flatMap(make), file.faults.isEmpty else {
            throw Faults(faults: file.faults)
        }
        return value
    }

    /// Notes a name that no one would give on purpose.
    static func check(_ name: String, at place: ManifestPlace) {
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            place.refuse("name", "has a line break or another control character")
        }
        if name.count > longestName {
            place.refuse("name", "has \(name.count) letters, at most \(longestName) are possible")
        }
    }
}
