public import Barricade
import BarricadeFolder
public import Foundation

extension Recording {
    /// The requests that `UnmatchedPolicy.record(into:mode:redaction:)` sends to the real server.
    public enum Mode: Sendable, Hashable {
        /// Those whose replies the folder lacks; none if the environment has `CI`.
        case missing
        /// All, and new replies replace those in the folder.
        case refresh
        /// None: what the folder lacks fails as unmatched, and the message says how to record it.
        case never
    }
}

extension UnmatchedPolicy {
    /// Answers from a folder, and records into it what it lacks.
    ///
    /// ```swift
    /// let barricade = Barricade(login) { $0.unmatchedPolicy = .record(into: folder) }
    /// ```
    ///
    /// A request that no set claims goes to the real server once. Its reply is redacted, kept in
    /// the folder, and answers from then on, in this run and in later ones. So does an ID that was
    /// not recorded under a set such as `GET /books/:id`, and a query item that a recorded set does
    /// not name. The folder's sets are registered by this, behind all others. A reply that was cut
    /// off, or that redaction refuses, is not kept; the barricade's fault handler gets the reason.
    ///
    /// On Linux, download tasks are not recorded.
    ///
    /// - Parameters:
    ///   - folder: The folder; it is made if it does not exist.
    ///   - mode: The requests that are sent. By default, what the folder lacks, and nothing if the
    ///     environment has `CI`.
    ///   - redaction: The rules by which secrets are redacted before anything is kept.
    public static func record(
        into folder: URL, mode: Recording.Mode = .missing, redaction: Redaction = Redaction()
    ) -> UnmatchedPolicy {
        record(
            into: folder, mode: mode, redaction: redaction,
            environment: ProcessInfo.processInfo.environment)
    }

    package static func record(
        into folder: URL, mode: Recording.Mode, redaction: Redaction = Redaction(),
        environment: [String: String]
    ) -> UnmatchedPolicy {
        let isInCI = mode == .missing && environment["CI"] != nil
        let mode = isInCI ? .never : mode
        let name = MissRecorderName(
            folder: folder, mode: mode, isInCI: isInCI, redaction: redaction)
        return UnmatchedPolicy(asking: name, orPassesThrough: mode != .never)
    }
}

/// The name of the plugin that records into a folder.
private struct MissRecorderName: PluginName {
    let folder: URL
    let mode: Recording.Mode
    let isInCI: Bool
    let redaction: Redaction

    var description: String {
        let name = folder.lastPathComponent.shortened
        return switch mode {
        case .missing: "record into \(name) what it lacks"
        case .refresh: "record into \(name) again"
        case .never: "fail what \(name) lacks"
        }
    }

    var fix: String {
        let name = folder.lastPathComponent.shortened
        let way = isInCI ? "where the environment has no CI" : "with mode: .missing"
        return "record its reply into \(name): run this \(way)"
    }

    func makePlugin() -> any Plugin { MissRecorder(self) }
}

/// Answers from a folder, and records the replies to unmatched requests into it.
private final class MissRecorder: Plugin {
    private struct Place {
        /// The registration of the folder's sets; `nil` without them.
        var registration: Int?
        var report: @Sendable (BarricadeError) -> Void = { _ in }
    }

    private let name: MissRecorderName
    private let replies: MissedReplies
    private let place = Locked(Place())

    init(_ name: MissRecorderName) {
        self.name = name
        replies = .shared(in: name.folder, name.mode, name.redaction)
    }

    func registered(at barricade: Barricade) {
        place.withLock { $0.report = barricade.report }
        do {
            let registration = try registerSets(at: barricade)
            place.withLock { $0.registration = registration }
        } catch {
            if let error = BarricadeError(error) { barricade.report(error) }
        }
    }

    /// Registers the folder's sets; returns `nil` if there are none to register.
    private func registerSets(at barricade: Barricade) throws -> Int? {
        if name.mode == .refresh { return nil }
        let manifest = name.folder.appendingPathComponent(ManifestFolder.manifestName)
        if FileStatus(manifest.path) == nil {
            if name.mode == .never { return nil }
            // An empty folder, since only what exists can be watched.
            _ = try FolderMerge.write(to: name.folder, sets: { [] }, check: { _, _ in })
        }
        return try barricade.registerBehindOthers(name.folder)
    }

    func lacksReply(to request: BarricadeRequest, in set: RegisteredSet) -> Bool {
        guard set.registration == place.withLock({ $0.registration }) else { return false }
        return set.definition.leavesOutQuery(of: request)
            || set.definition.isRecordedOnlyForOthers(than: request)
    }

    func missed(_ request: BarricadeRequest) -> MissAction? {
        if name.mode == .never { return nil }
        if let observer = replies.begin(request, report: place.withLock { $0.report }) {
            return .pass(observer: observer)
        }
        return .wait { [replies] in await replies.wait(for: request) }
    }
}

extension ResponseSet {
    /// Returns whether it was recorded for a URL without some query items of a request.
    func leavesOutQuery(of request: BarricadeRequest) -> Bool {
        guard responses.contains(where: { $0.recordedMark != nil }),
            let pattern = matcher.written.endpoint?.text
        else { return false }
        let names = Set(ParsedURL(pattern).queryItems.map(\.name))
        return !request.target.queryItems.allSatisfy { names.contains($0.name) }
    }

    /// Returns whether its default response was recorded, but for other requests of the set.
    fileprivate func isRecordedOnlyForOthers(than request: BarricadeRequest) -> Bool {
        guard let usual = defaultIndex.map({ responses[$0] }) else { return false }
        return (usual.elementsInTurn ?? [usual]).allSatisfy { response in
            !response.recordedFor.isEmpty
                && !response.recordedFor.contains { $0.matches(request) }
        }
    }
}
