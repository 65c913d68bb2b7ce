import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The sets of a folder, merged with a new recording.
///
/// People's changes stay: names, patterns, delays, and edited responses. Only
/// ``prune(sparing:)`` deletes something.
struct FolderMerge {
    /// The places of body files of new sets.
    private let otherFiles: [FileLocation]
    private let volatile: VolatilePaths
    private var bodies: BodyDrafts
    private let drafts: FileLocation
    private(set) var sets: [ResponseSet]
    /// The names of the recorded responses, by their sets.
    private var seen: [String: Set<String>] = [:]

    /// - Parameters:
    ///   - sets: The sets of the folder as it is.
    ///   - drafts: The folder in which bodies are written first.
    ///   - otherFiles: The places of the barricade's body files.
    init(
        _ sets: [ResponseSet], in folder: URL, drafts: DraftFolder, otherFiles: [FileLocation],
        _ volatile: VolatilePaths
    ) {
        self.sets = sets
        self.otherFiles = otherFiles
        self.volatile = volatile
        self.drafts = .directory(drafts.url)
        bodies = BodyDrafts(for: folder, at: drafts)
    }

    /// Adds recorded sets to a folder; people's changes in it stay.
    ///
    /// - Parameters:
    ///   - sets: Returns the sets while nobody else writes the folder.
    ///   - pruning: Whether recorded responses that did not come again are removed.
    ///   - progress: Called with the number of sets added, and of all.
    ///   - check: Checks each file, by its path in the folder, before any is moved there.
    /// - Throws: `BarricadeError.Code.unusableFolder`, or the error of the check.
    static func write(
        to url: URL, otherFiles: [FileLocation] = [],
        _ volatile: VolatilePaths = VolatilePaths([]), pruning: Bool = false,
        progress: (Int, Int) -> Void = { _, _ in },
        sets: () throws -> [(set: RecordedSet, fileName: String)],
        check: (_ path: String, _ data: Data) throws -> Void
    ) throws(BarricadeError) -> FolderChanges {
        try FolderWriter.write(to: url) { writer in
            let recorded = try sets()
            let old = try writer.content()
            var merge = FolderMerge(
                old?.sets ?? [], in: writer.folder, drafts: writer.draft, otherFiles: otherFiles,
                volatile)
            try merge.add(recorded, progress)
            if pruning { merge.prune(sparing: old?.presets ?? []) }
            return try writer.write(merge.sets, replacing: old, check: check)
        }
    }

    /// Adds recorded sets, in the order in which they are asked, each with a name for its subfolder.
    mutating func add(
        _ recorded: [(set: RecordedSet, fileName: String)], _ progress: (Int, Int) -> Void
    ) throws {
        let count = sets.count
        // The new sets before each earlier set, and after all of them, in reverse order.
        var added: [[Int]] = Array(repeating: [], count: count + 1)
        var places = Places(sets)
        let merged = recorded.map { set, fileName in
            if let place = places[set] { return place }
            places.add(set, at: sets.endIndex)
            sets.append(start(of: set, fileName))
            return sets.endIndex - 1
        }
        var (next, seen) = (count, Set<Int>())
        for (index, (set, _)) in recorded.enumerated().reversed() {
            try add(set, at: merged[index])
            progress(recorded.count - index, recorded.count)
            // A new set keeps its place before the sets that it was recorded before.
            if merged[index] < count {
                next = merged[index]
            } else if seen.insert(merged[index]).inserted {
                added[next].append(merged[index])
            }
        }
        sets = (0...count).flatMap { place in
            (added[place].reversed() + (place < count ? [place] : [])).map { sets[$0] }
        }
    }

    /// The places of sets, by what they match and by their names: people may have changed either.
    private struct Places {
        private var byMatcher: [String: [(matcher: RequestMatcher, place: Int)]] = [:]
        private var byName: [String: Int] = [:]

        init(_ sets: [ResponseSet]) {
            for (place, set) in sets.enumerated() { add(set.matcher, set.name, at: place) }
        }

        /// The place of the set for the same requests, or else with the same name.
        subscript(set: RecordedSet) -> Int? {
            byMatcher["\(set.matcher)"]?.first { $0.matcher == set.matcher }?.place
                ?? byName[set.name]
        }

        mutating func add(_ set: RecordedSet, at place: Int) {
            add(set.matcher, set.name, at: place)
        }

        private mutating func add(_ matcher: RequestMatcher, _ name: String, at place: Int) {
            byMatcher["\(matcher)", default: []].append((matcher, place))
            byName[name] = byName[name] ?? place
        }
    }

    /// Returns a new set for the folder, with the responses of the set that was extended, if any.
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
        var set = sets[place]
        // Compare only with responses that exist already.
        if !set.responses.isEmpty { try recorded.noteFingerprints(volatile) }
        let files = set.files.map { [$0] } ?? otherFiles
        let known = set.responses.map { KnownResponse($0, in: files, volatile) }
        let (names, unchanged) = Self.names(of: recorded, among: known)
        let parent =
            set.folderNotes?.file?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
        noteRequests(of: recorded, names, known, in: &set)
        let places = Dictionary(
            zip(set.responses.map(\.name), set.responses.indices)
        ) { first, _ in first }
        for response in recorded.responses {
            let name = names[response.name] ?? response.name
            let index = places[name]
            if unchanged.contains(response.name) { continue }
            let new = try canned(response, named: name, inPlaceOf: index.map { known[$0] }, parent)
            if let index { set.responses[index] = new } else { set.responses.append(new) }
        }
        try putSequence(of: recorded, names, known, in: &set)
        seen[set.name, default: []].formUnion(recorded.namesThatCame.map { names[$0] ?? $0 })
        sets[place] = set
    }

    /// The names of the recorded responses in the folder, and which of them it has already,
    /// unchanged or edited by people.
    private static func names(
        of recorded: RecordedSet, among known: [KnownResponse]
    ) -> (names: [String: String], unchanged: Set<String>) {
        guard !known.isEmpty else { return ([:], []) }
        let byName = Dictionary(known.map { ($0.response.name, $0) }) { first, _ in first }
        let byOutcome = Dictionary(grouping: known.filter { $0.key != nil }, by: \.key)
        let byRequest = Dictionary(grouping: known.filter { !$0.response.recordedFor.isEmpty }) {
            $0.response.recordedFor[0]
        }
        let edited = known.filter { !$0.isUntouched }
        var names: [String: String] = [:]
        var taken: Set<String> = []
        for response in recorded.responses {
            let isFree = { (known: KnownResponse) in !taken.contains(known.response.name) }
            let same =
                byOutcome[OutcomeKey(response.outcome)]?.first {
                    isFree($0) && $0.isSame(as: response.outcome)
                } ?? edited.first { isFree($0) && $0.isEdit(of: response) }
            guard let same else { continue }
            names[response.name] = same.response.name
            taken.insert(same.response.name)
        }
        let unchanged = Set(names.keys)
        for response in recorded.responses where names[response.name] == nil {
            var name = response.name
            var number = 2
            let before = response.requests.lazy.compactMap { byRequest[$0] }.joined().first {
                known in
                !taken.contains(known.response.name) && known.isEarlier(response)
            }
            if let before { name = before.response.name }
            // Do not replace a response that a person has edited, that came again, or that is the
            // reply to another request.
            while taken.contains(name) || byName[name].map({ !$0.givesWay(to: response) }) ?? false
            {
                name = "\(response.outcome.title) (\(number))"
                number += 1
            }
            names[response.name] = name
            taken.insert(name)
        }
        return (names, unchanged)
    }

    /// Returns a recorded response after writing its body.
    private mutating func canned(
        _ response: RecordedResponse, named name: String, inPlaceOf old: KnownResponse?,
        _ parent: String
    ) throws -> CannedResponse {
        let renamed = RecordedResponse(
            name: name, outcome: response.outcome, delay: old?.response.delay ?? response.delay,
            requests: response.requests)
        var (body, fingerprint) = try renamed.file()
        if let oldBody = old?.body, let kept = volatile.body(body, keeping: oldBody) {
            (body, fingerprint) = (kept, BodyFingerprint(kept))
        }
        let file = old?.response.plainReply?.file
        let isSameKind =
            file.map { URL(fileURLWithPath: $0).pathExtension } == renamed.fileExtension
        var canned = try bodies.canned(renamed, body, at: isSameKind ? file : nil, in: parent)
        canned.recordedMark = KnownResponse.digest(of: canned, fingerprint)
        return canned
    }

    /// Updates the requests that earlier responses were recorded for.
    private func noteRequests(
        of recorded: RecordedSet, _ names: [String: String], _ known: [KnownResponse],
        in set: inout ResponseSet
    ) {
        guard !known.isEmpty else { return }
        let all = Set(recorded.turns.requests)
        let came = Dictionary(
            recorded.responses.map { (names[$0.name] ?? $0.name, $0.requests) }
        ) { $1 }
        for index in known.indices where known[index].isUntouched {
            let response = known[index].response
            let own = came[response.name] ?? []
            let kept = response.recordedFor.filter { !all.contains($0) || own.contains($0) }
            let requests = kept + own.filter { !kept.contains($0) }
            set.responses[index].recordedFor =
                requests.count > RecordedResponse.mostRequests ? [] : requests
        }
    }

    /// Replaces the earlier sequence by that of the new replies, unless a person has edited it.
    private func putSequence(
        of recorded: RecordedSet, _ names: [String: String], _ known: [KnownResponse],
        in set: inout ResponseSet
    ) throws {
        let index = set.responses.firstIndex { $0.name == RecordedSet.sequenceName }
        if let index, index < known.count, !known[index].isUntouched { return }
        // Keep the turns of other requests, as copies of responses that may have changed.
        var turns = Turns(
            index.flatMap { set.responses[$0].elementsInTurn }
                ?? known.filter { $0.isUntouched && !$0.response.recordedFor.isEmpty }
                .map(\.response))
        if recorded.isInTurn || !recorded.turns.requests.contains("") {
            turns.update(recorded.turns) { names[$0] ?? $0 }
        }
        guard index != nil || turns.names.count > 1 else { return }
        let elements = turns.elements(of: set.responses)
        var sequence = CannedResponse.sequence(RecordedSet.sequenceName) { elements }
        let files = set.files.map { [drafts, $0] } ?? [drafts] + otherFiles
        sequence.recordedMark = KnownResponse.digest(of: sequence, in: files)
        if let index { return set.responses[index] = sequence }
        set.responses.append(sequence)
        // The set had one response, for one request.
        if set.defaultResponse == nil, known.first?.isUntouched == true {
            set.defaultResponse = RecordedSet.sequenceName
        }
    }

    // MARK: Pruning

    /// Removes recorded responses that did not come again, and sets without any others.
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
