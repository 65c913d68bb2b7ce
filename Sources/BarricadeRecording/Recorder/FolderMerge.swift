import Barricade
import BarricadeFolder
import Foundation

/// The sets of a folder with what has been recorded anew.
///
/// What people have changed stays: names, patterns, delays, and responses that are not as they were
/// recorded. Nothing is deleted except by ``prune(sparing:)``.
struct FolderMerge {
    /// The places of body files of sets that are new here.
    private let otherFiles: [FileLocation]
    private let volatile: VolatilePaths
    private var bodies: BodyDrafts
    private let drafts: FileLocation
    private(set) var sets: [ResponseSet]
    /// The names of the responses that came, by their sets.
    private var seen: [String: Set<String>] = [:]

    /// - Parameters:
    ///   - sets: The sets of the folder as it is.
    ///   - drafts: The folder in which bodies are written first.
    ///   - otherFiles: The places of the barricade's body files.
    init(
        _ sets: [ResponseSet], in folder: URL, drafts: URL, otherFiles: [FileLocation],
        _ volatile: VolatilePaths
    ) {
        self.sets = sets
        self.otherFiles = otherFiles
        self.volatile = volatile
        self.drafts = .directory(drafts)
        bodies = BodyDrafts(for: folder, at: drafts)
    }

    /// Adds recorded sets to a folder, in which what people have changed stays.
    ///
    /// - Parameters:
    ///   - sets: Returns the sets while nobody else writes the folder.
    ///   - pruning: Whether recorded responses that did not come again are removed.
    ///   - check: Checks each file, by its path in the folder, before any is moved there.
    /// - Throws: `BarricadeError.Code.unusableFolder`, or the error of the check.
    static func write(
        to url: URL, otherFiles: [FileLocation] = [],
        _ volatile: VolatilePaths = VolatilePaths([]), pruning: Bool = false,
        sets: () throws -> [(set: RecordedSet, fileName: String)],
        check: (_ path: String, _ data: Data) throws -> Void
    ) throws(BarricadeError) -> FolderChanges {
        try FolderWriter.write(to: url) { writer in
            let recorded = try sets()
            let old = try writer.content()
            let drafts = try TemporaryFolder()
            defer { withExtendedLifetime(drafts) {} }
            var merge = FolderMerge(
                old?.sets ?? [], in: writer.folder, drafts: drafts.url, otherFiles: otherFiles,
                volatile)
            try merge.add(recorded)
            if pruning { merge.prune(sparing: old?.presets ?? []) }
            return try writer.write(merge.sets, replacing: old, check: check)
        }
    }

    /// Adds recorded sets, in the order in which they are asked, each with a name for its subfolder.
    mutating func add(_ recorded: [(set: RecordedSet, fileName: String)]) throws {
        // Names are given from first to last.
        let started = recorded.map { set, fileName in
            place(of: set) == nil ? start(of: set, fileName) : nil
        }
        var next: Int?
        for (index, (set, _)) in recorded.enumerated().reversed() {
            let place = place(of: set) ?? next ?? sets.endIndex
            // A new set stays in front of those that it was recorded in front of.
            if let new = started[index] { sets.insert(new, at: place) }
            try add(set, at: place)
            next = place
        }
    }

    /// The place of the set for the same requests, or else of the same name: people may have changed
    /// either.
    private func place(of set: RecordedSet) -> Int? {
        sets.firstIndex { $0.matcher == set.matcher } ?? sets.firstIndex { $0.name == set.name }
    }

    /// Returns a new set for the folder; it has the responses of the set that was recorded, if any.
    private mutating func start(of recorded: RecordedSet, _ fileName: String) -> ResponseSet {
        var set =
            recorded.base?.withoutCode(in: otherFiles)
            ?? ResponseSet(
                recorded.name, on: recorded.matcher,
                default: recorded.isInTurn ? RecordedSet.sequenceName : nil, delay: nil,
                group: recorded.group, responses: [], origin: recorded.origin)
        set.folderNotes = FolderNotes(file: "\(bodies.newFolder(fileName))/set.json")
        return set
    }

    // MARK: One set

    private mutating func add(_ recorded: RecordedSet, at place: Int) throws {
        var recorded = recorded
        try recorded.noteFingerprints(volatile)
        var set = sets[place]
        let files = set.files.map { [$0] } ?? otherFiles
        let known = set.responses.map { KnownResponse($0, in: files, volatile) }
        let (names, unchanged) = Self.names(of: recorded, among: known)
        let parent =
            set.folderNotes?.file?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
        for response in recorded.responses where !unchanged.contains(response.name) {
            let name = names[response.name] ?? response.name
            let index = set.responses.firstIndex { $0.name == name }
            let old = index.map { known[$0] }
            let new = try canned(response, named: name, inPlaceOf: old, parent)
            if let index { set.responses[index] = new } else { set.responses.append(new) }
        }
        try putSequence(of: recorded, names, known, in: &set)
        seen[set.name, default: []].formUnion(recorded.namesThatCame.map { names[$0] ?? $0 })
        sets[place] = set
    }

    /// The names that the recorded responses have in the folder, and those that are there already, as
    /// they came or as people have edited them.
    private static func names(
        of recorded: RecordedSet, among known: [KnownResponse]
    ) -> (names: [String: String], unchanged: Set<String>) {
        var names: [String: String] = [:]
        var taken: Set<String> = []
        for response in recorded.responses {
            let free = known.filter { !taken.contains($0.response.name) }
            let same =
                free.first { $0.isSame(as: response.outcome) }
                ?? free.first { $0.isEdit(of: response) }
            guard let same else { continue }
            names[response.name] = same.response.name
            taken.insert(same.response.name)
        }
        let unchanged = Set(names.keys)
        for response in recorded.responses where names[response.name] == nil {
            var name = response.name
            var number = 2
            let before = known.first { known in
                !taken.contains(known.response.name) && known.isEarlier(response)
            }
            if let before { name = before.response.name }
            // One that a person has changed stays, and so do one that came again and one that is
            // the reply to another request.
            while taken.contains(name)
                || known.contains(where: { $0.response.name == name && !$0.givesWay(to: response) })
            {
                name = "\(response.outcome.title) (\(number))"
                number += 1
            }
            names[response.name] = name
            taken.insert(name)
        }
        return (names, unchanged)
    }

    /// Returns a recorded response, its body written.
    private mutating func canned(
        _ response: RecordedResponse, named name: String, inPlaceOf old: KnownResponse?,
        _ parent: String
    ) throws -> CannedResponse {
        let renamed = RecordedResponse(
            name: name, outcome: response.outcome, delay: old?.response.delay ?? response.delay)
        var body = try renamed.fileData()
        if let oldBody = old?.body { body = volatile.body(body, keeping: oldBody) ?? body }
        let file = old?.response.plainReply?.file
        let isSameKind =
            file.map { URL(fileURLWithPath: $0).pathExtension } == renamed.fileExtension
        var canned = try bodies.canned(renamed, body, at: isSameKind ? file : nil, in: parent)
        canned.recordedMark = KnownResponse.digest(of: canned, in: [drafts])
            .map { RecordedMark(reply: $0, place: response.place).text }
        return canned
    }

    /// Puts the sequence of the replies in the place of the earlier one, unless a person changed it.
    private func putSequence(
        of recorded: RecordedSet, _ names: [String: String], _ known: [KnownResponse],
        in set: inout ResponseSet
    ) throws {
        let index = set.responses.firstIndex { $0.name == RecordedSet.sequenceName }
        if let index, index < known.count, !known[index].isUntouched { return }
        var sequence: CannedResponse
        if recorded.isInTurn {
            sequence = recorded.sequence(of: set.responses) { names[$0] ?? $0 }
        } else if let index, let elements = set.responses[index].elementsInTurn {
            // Its elements are copies of responses that may have changed.
            sequence = .sequence(RecordedSet.sequenceName) {
                elements.map { element in
                    var copy = set[element.name] ?? element
                    copy.repeats = element.repeats
                    copy.recordedMark = nil
                    return copy
                }
            }
        } else {
            return
        }
        let files = set.files.map { [drafts, $0] } ?? [drafts] + otherFiles
        sequence.recordedMark = KnownResponse.digest(of: sequence, in: files)
        if let index { set.responses[index] = sequence } else { set.responses.append(sequence) }
    }

    // MARK: Pruning

    /// Removes the recorded responses that did not come again, and sets that have no others.
    ///
    /// - Parameter presets: The presets, whose responses stay.
    mutating func prune(sparing presets: [Preset]) {
        sets = sets.compactMap { set in
            var set = set
            let files = set.files.map { [drafts, $0] } ?? [drafts] + otherFiles
            let needed = Set(
                presets.flatMap { [$0.selection[set.name], $0.everySet] }.compactMap(\.self))
            let stale = set.responses.indices.filter { index in
                let response = set.responses[index]
                return KnownResponse(response, in: files, volatile).isUntouched
                    && seen[set.name]?.contains(response.name) != true
                    && (response.name != RecordedSet.sequenceName || seen[set.name] == nil)
                    && !needed.contains(response.name)
            }
            if stale.count == set.responses.count { return nil }
            for index in stale.reversed()
            where set.responses[index].name != set.defaultResponse {
                set.responses.remove(at: index)
                set.folderNotes?.removeResponse(at: index)
            }
            return set
        }
    }
}
