package import Barricade
import BarricadeCommon
import Foundation

/// A set's file and comments in a folder, to be written back.
package struct FolderNotes: Sendable {
    /// The path of the set's own file; `nil` means that the set is in the manifest.
    package var file: String?
    /// The comments by their places in the set.
    var comments: [JSONPath: String] = [:]
    /// Whether any folder can hold the set, so that it need not be read back.
    package var isPlain = false

    package init(file: String? = nil, comments: [JSONPath: String] = [:]) {
        (self.file, self.comments) = (file, comments)
    }

    /// Removes the comments of a removed response.
    package mutating func removeResponse(at index: Int) {
        let responses = JSONPath.Step.key("responses")
        comments = Dictionary(
            uniqueKeysWithValues: comments.compactMap { place, comment in
                guard place.steps.first == responses, place.steps.count > 1,
                    case .index(let own) = place.steps[1], own >= index
                else { return (place, comment) }
                if own == index { return nil }
                var place = place
                place.steps[1] = .index(own - 1)
                return (place, comment)
            })
    }
}

extension ResponseSet {
    /// The notes of its folder; `nil` if it is not from a folder.
    package var folderNotes: FolderNotes? {
        get { attachments[FolderNotes.self] }
        set { attachments[FolderNotes.self] = newValue }
    }

    /// Returns the versions of a response that can be changed at run time, the present one first;
    /// none for one of the code.
    package func versions(of response: CannedResponse) -> [String] {
        if let edit = response.edit { return [edit.id] }
        let saved = response.savedEdit.map { [$0.id] } ?? []
        guard folderNotes != nil || !saved.isEmpty else { return [] }
        // The same in each launch, as long as the folder says the same.
        let text = ManifestPart.node(of: response).compactData
        return [String(text.digest, radix: 16)] + saved
    }
}

extension CannedResponse {
    /// The edit of a response that was saved; `nil` if it is as it was read.
    var savedEdit: Edit? {
        get { attachments[SavedEdit.self]?.edit }
        set { attachments[SavedEdit.self] = newValue.map { SavedEdit(edit: $0) } }
    }

    /// A digest of the reply as it was recorded; `nil` if it was not.
    package var recordedMark: String? {
        get { attachments[RecordedMark.self]?.digest }
        set {
            attachments[RecordedMark.self] = newValue.map { RecordedMark(digest: $0) }
            isAsSent = nil
            guard let mark = newValue else { return }
            let response = self
            isAsSent = { response.recordedDigest(BodyFingerprint(bytes: $0)) == mark }
        }
    }

    /// Returns the digest of the reply with a known body; `nil` if it is not the same each time.
    package func recordedDigest(_ body: BodyFingerprint) -> String? {
        if let errorCode { return "\(errorCode.rawValue)" }
        guard let reply = plainReply?.reply else { return nil }
        let fields = reply.completeHeaders.fields.map { "\($0.name.lowercased()): \($0.value)" }
            .sorted()
        let text = ["\(reply.status)"] + fields + [body.text]
        return BodyFingerprint(bytes: Data(text.joined(separator: "\n").utf8)).text
    }
}

private struct SavedEdit: Sendable {
    let edit: Edit
}

private struct RecordedMark: Sendable {
    let digest: String
}

/// The comments of a folder that are not in a set.
struct FolderComments: Sendable {
    var root: String?
    /// The comments of presets by their names.
    var presets: [String: String] = [:]

    /// Adds the comments of another folder.
    mutating func add(_ others: FolderComments) {
        root = others.root ?? root
        presets.merge(others.presets) { $1 }
    }
}
