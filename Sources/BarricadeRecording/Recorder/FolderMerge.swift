package import Barricade
import BarricadeCommon
package import BarricadeFolder
package import Foundation

/// The sets of a folder, merged with a new recording.
///
/// People's changes stay: names, patterns, delays, and edited responses. Only
/// ``prune(sparing:)`` deletes something.
struct FolderMerge {
    /// The path of the final folder.
    private let folder: String
    /// The folder in which bodies are written first.
    private let drafts: DraftFolder
    /// The places of body files of new sets.
    private let otherFiles: FileLocation
    private let volatile: VolatilePaths
    private var sets: [ResponseSet] = []
    /// The places of sets, by what they match and by their names: people may have changed either.
    private var places: [String: [Int]] = [:]
    /// The names of the recorded responses, by their sets.
    private var seen: [String: Set<String>] = [:]
    /// The new paths.
    private var paths = UniqueNames()
    /// The recorded sets, each with a name for its subfolder.
    private var recorded: [(set: RecordedSet, fileName: String)] = []
    /// The places of those that are new, and alone in their subfolders, by the paths of their files.
    private var own: [String: Int] = [:]

    /// Adds recorded sets to a folder; people's changes in it stay.
    ///
    /// - Parameters:
    ///   - otherFiles: The places of the barricade's body files.
    ///   - pruning: Whether recorded responses that did not come again are removed.
    ///   - sets: Returns the sets, in the order in which they are asked, each with a name for its
    ///     subfolder, while nobody else writes the folder.
    ///   - check: Checks each file, by its path in the folder, before any is moved there.
    /// - Throws: `BarricadeError.Code.unusableFolder`, or the error of the check.
    static func write(
        to url: URL, otherFiles: FileLocation = [],
        _ volatile: VolatilePaths = VolatilePaths(), pruning: Bool = false,
        sets: () throws -> [(set: RecordedSet, fileName: String)],
        check: @escaping FolderCheck
    ) throws(BarricadeError) -> FolderChanges {
        try FolderWriter.write(to: url, check: check) { writer in
            let old = try writer.content()
            var merge = FolderMerge(
                folder: writer.folder.path, drafts: writer.draft, otherFiles: otherFiles,
                volatile: volatile)
            for set in old?.sets ?? [] { merge.append(set) }
            // Presets may select responses of any set.
            try merge.add(sets(), atOnce: old?.presets.isEmpty == false)
            if pruning { merge.prune(sparing: old?.presets ?? []) }
            // They would take memory while the sets are written.
            (merge.places, merge.paths) = ([:], UniqueNames())
            return try writer.write(merge.sets, replacing: old) { [merge] in try merge.whole($0) }
        }
    }

    private mutating func add(
        _ recorded: [(set: RecordedSet, fileName: String)], atOnce: Bool
    ) throws {
        self.recorded = recorded
        let count = sets.count
        var shared: Set<Int> = []
        let merged = recorded.map { set, fileName in
            if let place = place(of: set) {
                shared.insert(place)
                return place
            }
            append(start(of: set, fileName))
            return sets.endIndex - 1
        }
        // The new sets come between the earlier ones, which have odd ranks.
        var ranks: [Int?] = sets.indices.map { $0 < count ? $0 * 2 + 1 : nil }
        var next = count
        for (index, (set, _)) in recorded.enumerated().reversed() {
            let place = merged[index]
            if let file = sets[place].folderNotes?.file, place >= count, set.base == nil,
                !atOnce, !shared.contains(place)
            {
                own[file] = index
            } else {
                try add(set, at: place)
            }
            // A new set keeps its place before the sets that it was recorded before, and comes
            // before a set that claims all of its requests.
            if place < count {
                next = place
            } else if ranks[place] == nil {
                let matcher = sets[place].matcher
                let wider = sets[..<count].firstIndex { $0.matcher.covers(matcher) }
                ranks[place] = min(next, wider ?? next) * 2
            }
        }
        let former = Set(recorded.lazy.flatMap(\.set.former).map(Self.key))
        sets = sets.indices.filter { $0 >= count || !isOver(sets[$0], former) }
            .ordered { ranks[$0] ?? 0 }.map { sets[$0] }
    }

    /// Returns whether a set was saved before its URL was known to hold a secret, and nobody has
    /// changed it since.
    private func isOver(_ set: ResponseSet, _ former: Set<String>) -> Bool {
        former.contains(Self.key(of: set.matcher))
            && set.responses.allSatisfy {
                KnownResponse($0, in: set.files ?? otherFiles, volatile).isUntouched
            }
    }

    private mutating func append(_ set: ResponseSet) {
        for key in [Self.key(of: set.matcher), set.name] {
            places[key, default: []].append(sets.endIndex)
        }
        sets.append(set)
    }

    /// The text of a matcher, however its URL is spelled.
    private static func key(of matcher: RequestMatcher) -> String {
        PercentEncoding.readable("\(matcher)"[...])
    }

    /// Returns the place of the set for the same requests, or else with the same name.
    private func place(of set: RecordedSet) -> Int? {
        places[Self.key(of: set.matcher)]?.first {
            sets[$0].matcher.covers(set.matcher) && set.matcher.covers(sets[$0].matcher)
        }
            ?? places[set.name]?.first { sets[$0].name == set.name }
    }

    /// Returns a new set for the folder, with the responses of the set that was extended, if any.
    private mutating func start(of recorded: RecordedSet, _ fileName: String) -> ResponseSet {
        var set =
            recorded.base?.withoutCode(in: otherFiles)
            ?? ResponseSet(
                recorded.name, on: recorded.matcher,
                default: recorded.isInTurn ? recorded.sequenceName : nil,
                group: recorded.group, responses: [])
        set.origin = recorded.origin
        let subfolder = freePath(FileName([fileName])) { $0 }
        // Its name is reserved.
        set.folderNotes = FolderNotes(file: paths.next("\(subfolder)/set.json"))
        return set
    }

    // MARK: One set

    /// Returns a set that is new, and alone in its subfolder, after writing its bodies; `nil` for
    /// another one.
    private func whole(_ set: ResponseSet) throws -> ResponseSet? {
        guard let file = set.folderNotes?.file, let place = own[file] else { return nil }
        var merge = FolderMerge(
            folder: folder, drafts: drafts, otherFiles: otherFiles, volatile: volatile)
        merge.sets = [set]
        _ = merge.paths.next(file)
        try merge.add(recorded[place].set, at: 0)
        return merge.sets[0]
    }

    private mutating func add(_ recorded: RecordedSet, at place: Int) throws {
        var set = sets[place]
        let files = set.files ?? otherFiles
        let known = set.responses.map { KnownResponse($0, in: files, volatile) }
        let (names, unchanged) = known.names(of: recorded, volatile)
        // An earlier save wrote a reply with a secret, and without it, it is another response's.
        let taken = Set(recorded.responses.map { names[$0.name] ?? $0.name })
        let stale = known.indices.filter { index in
            known[index].isUntouched && !taken.contains(known[index].response.name)
                && known[index].key.map(recorded.formerOutcomes.contains) == true
        }
        if !stale.isEmpty {
            for index in stale.reversed() {
                sets[place].responses.remove(at: index)
                sets[place].folderNotes?.removeResponse(at: index)
            }
            return try add(recorded, at: place)
        }
        noteRequests(of: recorded, names, known, in: &set)
        let indices = Dictionary(
            zip(set.responses.map(\.name), set.responses.indices)
        ) { first, _ in first }
        for response in recorded.responses where !unchanged.contains(response.name) {
            let name = names[response.name] ?? response.name
            let index = indices[name]
            let new = try canned(response, named: name, in: set, inPlaceOf: index.map { known[$0] })
            if let index { set.responses[index] = new } else { set.responses.append(new) }
        }
        try putSequence(of: recorded, names, known, in: &set)
        let came = recorded.namesThatCame.map { names[$0] ?? $0 }
        putDefault(came, known, in: &set)
        set.folderNotes?.isPlain = recorded.isPlain && known.isEmpty
        seen[set.name, default: []].formUnion(came)
        sets[place] = set
    }

    /// Returns a recorded response after writing its body.
    private mutating func canned(
        _ response: RecordedResponse, named name: String, in set: ResponseSet,
        inPlaceOf old: KnownResponse?
    ) throws -> CannedResponse {
        let renamed = RecordedResponse(
            name: name, outcome: response.outcome, delay: old?.response.delay ?? response.delay,
            requests: response.requests)
        let fileExtension = renamed.fileExtension
        var (body, fingerprint) = renamed.file(ofType: fileExtension)
        if let oldBody = old?.body, let kept = volatile.body(body, keeping: oldBody) {
            (body, fingerprint) = (kept, BodyFingerprint(kept))
        }
        var canned: CannedResponse
        if let fileExtension {
            let file = set.folderNotes?.file ?? ""
            let parent = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file[...$0] } ?? ""
            let known = old?.response.plainReply?.file
            let path =
                known.flatMap { URL(fileURLWithPath: $0).pathExtension == fileExtension ? $0 : nil }
                ?? freePath(FileName([name])) { "\(parent)\($0).\(fileExtension)" }
            try drafts.write(body, to: path)
            canned = renamed.canned(file: path, in: drafts.location)
        } else {
            canned = renamed.canned()
        }
        canned.recordedMark = canned.recordedDigest(fingerprint)
        return canned
    }

    /// Returns the first path of a name, with a number from 2 on, that nothing has.
    private mutating func freePath(_ name: FileName, _ path: (String) -> String) -> String {
        while true {
            let free = paths.next(path(name.text)) { path(name.numbered($0)) }
            if FileStatus("\(folder)/\(free)") == nil { return free }
        }
    }

    /// Updates the requests that earlier responses were recorded for.
    private func noteRequests(
        of recorded: RecordedSet, _ names: [String: String], _ known: [KnownResponse],
        in set: inout ResponseSet
    ) {
        guard !known.isEmpty else { return }
        let turns = recorded.turns
        let all = Set(turns.requests)
        let came = Dictionary(
            turns.requestsByName.map { (names[$0] ?? $0, $1) }, uniquingKeysWith: +)
        for index in known.indices where known[index].isUntouched {
            let response = known[index].response
            let own = came[response.name] ?? []
            let kept = response.recordedFor.map { RecordedRequest($0) }
                .map { recorded.renamed[$0] ?? $0 }
                .filter { !all.contains($0) || own.contains($0) }
            let requests = kept + own.filter { !kept.contains($0) }
            set.responses[index].recordedFor =
                requests.count > RecordedResponse.mostRequests ? [] : requests.compactMap(\.matcher)
        }
    }

    /// Replaces the earlier sequence by that of the new replies, unless a person has edited it.
    private func putSequence(
        of recorded: RecordedSet, _ names: [String: String], _ known: [KnownResponse],
        in set: inout ResponseSet
    ) throws {
        let index = set.responses.firstIndex { $0.name == recorded.sequenceName }
        if let index, index < known.count, !known[index].isUntouched { return }
        // Keep the turns of other requests, as copies of responses that may have changed.
        var turns = Turns(
            index.flatMap { set.responses[$0].elementsInTurn }
                ?? known.filter { $0.isUntouched && !$0.response.recordedFor.isEmpty }
                .map(\.response)
        ).renamed { recorded.renamed[$0] ?? $0 }
        let newer = recorded.turns
        if recorded.isInTurn || !newer.requests.contains(RecordedRequest()) {
            turns.update(newer) { names[$0] ?? $0 }
        }
        guard index != nil || turns.names.count > 1 else { return }
        let elements = turns.elements(of: set.responses)
        var sequence = CannedResponse.sequence(recorded.sequenceName) { elements }
        sequence.recordedMark = KnownResponse.digest(of: sequence, in: writtenFiles(of: set))
        if let index { return set.responses[index] = sequence }
        set.responses.append(sequence)
        // The set had one response, for one request.
        if set.defaultResponse == nil, known.first?.isUntouched == true {
            set.defaultResponse = recorded.sequenceName
        }
    }

    /// Makes what came answer in place of the first recorded response, if that did not come again.
    ///
    /// An error takes the place of an error only.
    private func putDefault(
        _ came: [String], _ known: [KnownResponse], in set: inout ResponseSet
    ) {
        guard set.defaultResponse == nil, let first = known.first, first.isUntouched,
            first.response.recordedFor.isEmpty, !came.contains(first.response.name)
        else { return }
        set.defaultResponse =
            set.responses.first {
                came.contains($0.name) && $0.recordedFor.isEmpty
                    && (!$0.isError || first.response.isError)
            }?.name
    }

    /// The places of the files of a set, the new ones first.
    private func writtenFiles(of set: ResponseSet) -> FileLocation {
        [drafts.location, set.files ?? otherFiles]
    }

    /// Removes recorded responses that did not come again, and sets without any others.
    ///
    /// - Parameter presets: The presets, whose responses stay.
    private mutating func prune(sparing presets: [Preset]) {
        sets = sets.compactMap { set in
            if let file = set.folderNotes?.file, own[file] != nil { return set }
            var set = set
            let files = writtenFiles(of: set)
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

extension CannedResponse {
    /// Whether it is a connection's or a server's error.
    fileprivate var isError: Bool { plainReply.map { $0.reply.status.rawValue >= 400 } ?? true }
}

extension RecordedSets {
    /// Adds the sets to a folder; people's changes in it stay.
    ///
    /// Each set has a folder, `get-books-id`, with its own file, `set.json`, and a file per body,
    /// `200.json`.
    ///
    /// - Parameter check: Checks each file, by its path in the folder, before any is moved there.
    @discardableResult
    package func write(
        to folder: URL, check: @escaping FolderCheck = { _, _ in }
    ) throws(BarricadeError) -> FolderChanges {
        try FolderMerge.write(to: folder, sets: { ordered }, check: check)
    }
}
