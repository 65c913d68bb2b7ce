package import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

extension Barricade {
    /// Saves a draft: adds its response, or replaces the one that it was made of.
    ///
    /// - Parameter selecting: Whether the response is selected too.
    /// - Throws: ``ResponseDraft/Faults`` for mistakes in its fields, or `BarricadeError` if the set
    ///   is gone, if the response was changed meanwhile, or if there is no room.
    package func save(_ draft: ResponseDraft, selecting: Bool) throws {
        let (made, faults) = check(draft)
        guard let made else { throw ResponseDraft.Faults(faults: faults) }
        try save(made, selecting: selecting)
    }

    /// Saves what a draft has made.
    package func save(_ made: ResponseDraft.Made, selecting: Bool) throws(BarricadeError) {
        if let set = made.set { return try put(set, selecting: selecting) }
        let draft = made.draft
        try put(
            made.response, inPlaceOf: replaced(by: draft), in: draft.set, version: draft.version,
            selecting: selecting)
    }

    /// Returns the response that a draft replaces; `nil` if someone else has changed that, and the
    /// draft has another name.
    private func replaced(by draft: ResponseDraft) -> String? {
        draft.replaced.flatMap { name in
            let isCurrent = store.state.isVersion(draft.version, of: name, in: draft.set)
            return draft.name == name || isCurrent ? name : nil
        }
    }

    /// Returns what a draft makes, or the mistakes in all its fields, also names that are taken.
    package func check(
        _ draft: ResponseDraft
    ) -> (made: ResponseDraft.Made?, faults: [ResponseDraft.Fault]) {
        var (made, faults): (ResponseDraft.Made?, [ResponseDraft.Fault]) = (nil, [])
        do throws(ResponseDraft.Faults) { made = try draft.made() } catch { faults = error.faults }
        if let set = store.state.sets[draft.set]?.definition {
            if draft.pattern != nil {
                faults.append(.init(field: .set, message: "is the name of another set."))
            } else if draft.name != draft.replaced, set[draft.name] != nil {
                faults.append(.init(field: .name, message: "is the name of another response."))
            } else if let replaced = replaced(by: draft), let original = set[replaced]?.unedited,
                draft.name != original.name
            {
                faults.append(.init(field: .name, message: "stays as it is in the folder."))
            }
        }
        return (faults.isEmpty ? made : nil, faults)
    }

    // MARK: Changes

    /// Adds a set that is made at run time, in front of the others.
    ///
    /// - Parameter selecting: Whether its first response is selected, even if it is not the default.
    package func put(_ set: ResponseSet, selecting: Bool = false) throws(BarricadeError) {
        try edit { state throws(BarricadeError) in
            try state.put(set)
            if selecting { try state.select(set.responses[0].name, for: set.name) }
        }
    }

    /// Adds a response, or replaces one, and perhaps selects it.
    ///
    /// - Parameter version: The version to replace; `nil` means any.
    /// - Throws: ``BarricadeError/Code/changedMeanwhile`` if it has another version now.
    package func put(
        _ response: CannedResponse, inPlaceOf name: String? = nil, in set: String,
        version: String? = nil, selecting: Bool = false
    ) throws(BarricadeError) {
        try edit { state throws(BarricadeError) in
            if let name { try state.check(version, of: name, in: set) }
            try state.put(response, inPlaceOf: name, in: set)
            if selecting { try state.select(response.name, for: set) }
        }
    }

    /// Makes a change, unless it leaves no room.
    private func edit(
        _ change: (inout StoreState) throws(BarricadeError) -> Void
    ) throws(BarricadeError) {
        try store.update { state throws(BarricadeError) in
            var draft = state
            try change(&draft)
            try draft.checkRoom()
            state = draft
        }
    }

    /// Removes a response that was made at run time, or makes one that was changed as it was.
    ///
    /// - Returns: What ``restore(_:)`` brings back.
    @discardableResult
    package func remove(
        _ name: String, from set: String, version: String?
    ) throws(BarricadeError) -> RemovedResponse {
        try store.update { state throws(BarricadeError) in
            try state.check(version, of: name, in: set)
            let registered = try state.registeredSet(set)
            let isSelected = state.routing.selectedResponse(of: registered).name == name
            try state.remove(name, from: set)
            return RemovedResponse(set: registered.definition, name: name, isSelected: isSelected)
        }
    }

    /// Brings a removed response back, and its set if that is gone with it.
    package func restore(_ removed: RemovedResponse) throws(BarricadeError) {
        let name = removed.set.name
        try edit { state throws(BarricadeError) in
            if state.sets[name] == nil, removed.set.responses.count == 1 {
                try state.put(removed.set)
            } else if let response = removed.set[removed.name] {
                try state.put(response, inPlaceOf: response.edit?.original?.name, in: name)
            }
            if removed.isSelected { try state.select(removed.name, for: name) }
        }
    }

    /// Saves what was made at run time to the folder.
    ///
    /// - Returns: What was saved and what was not, in sentences; and those about what was not.
    package func saveToFolder() throws(BarricadeError) -> (text: String, notes: [String]) {
        let saved = try saveEdits()
        let count = saved.responses
        let sentence = "\(count.counted("response")) \(count == 1 ? "is" : "are") saved."
        return (([sentence] + saved.notes).joined(separator: "\n"), saved.notes)
    }

    /// Returns the version of a response that was made at run time, or is in a folder and can be
    /// edited; `nil` for any other.
    package func version(of response: String, in set: String) -> String? {
        store.state.versions(of: response, in: set).first
    }

    /// Returns the title of what removes a response that was made at run time; `nil` for any other.
    package func removal(of response: String, in set: String) -> String? {
        let edit = store.state.sets[set]?.definition[response]?.edit
        return edit.map { $0.original == nil ? "Delete" : "Discard Changes" }
    }
}

/// A response that was removed, to bring back.
package struct RemovedResponse: Sendable {
    fileprivate let set: ResponseSet
    package let name: String
    fileprivate let isSelected: Bool

    package var setName: String { self.set.name }
}

extension StoreState {
    /// The responses that were made at run time.
    var edits: [CannedResponse] {
        sets.values.flatMap { $0.definition.responses.filter { $0.edit != nil } }
    }

    fileprivate mutating func put(_ set: ResponseSet) throws(BarricadeError) {
        guard sets[set.name] == nil else {
            throw BarricadeError(
                .invalidDefinition, "Another response set is named \"\(set.name.shortened)\".")
        }
        var set = set
        for index in set.responses.indices { set.responses[index].edit = Edit() }
        _ = register([set])
    }

    /// Throws if too many responses were made at run time, or too large ones.
    fileprivate func checkRoom() throws(BarricadeError) {
        let limits = (count: 200, bytes: 64 << 20)
        let bytes = edits.flatMap(CannedBody.all).reduce(0) { sum, body in
            sum + ((try? body.bytes(in: []).count) ?? 0)
        }
        guard edits.count > limits.count || bytes > limits.bytes else { return }
        throw BarricadeError(
            .invalidDefinition,
            """
            There is no room: at most \(limits.count) responses with \(limits.bytes >> 20) MB in all \
            can be made at run time.

            To fix: remove others, or save them to a folder.
            """)
    }

    fileprivate func versions(of response: String, in set: String) -> [String] {
        guard let set = sets[set]?.definition, let response = set[response] else { return [] }
        return response.edit != nil || response.fitsDraft ? set.versions(of: response) : []
    }

    /// Returns whether a response still has a version; `nil` means any.
    fileprivate func isVersion(_ version: String?, of response: String, in set: String) -> Bool {
        version.map(versions(of: response, in: set).contains) ?? true
    }

    /// Throws if a response does not have a version any more; `nil` means any.
    fileprivate func check(
        _ version: String?, of response: String, in set: String
    ) throws(BarricadeError) {
        _ = try known(response, for: set)
        guard !isVersion(version, of: response, in: set) else { return }
        throw BarricadeError(
            .changedMeanwhile,
            """
            Response "\(response.shortened)" of set "\(set.shortened)" was changed meanwhile.

            To fix: load it again, or save yours under another name.
            """)
    }
}

extension BarricadeError.Code {
    /// A response that someone else has changed since it was read.
    package static let changedMeanwhile = Self(.changedMeanwhile)
}
