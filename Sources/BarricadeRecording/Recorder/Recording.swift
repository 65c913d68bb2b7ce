public import Barricade
import BarricadeCommon
public import BarricadeFolder
public import Foundation

/// A recording of the replies that real servers give, as responses to select and to save.
///
/// ```swift
/// let recording = barricade.record(.live)
/// // … use the app …
/// recording.stop()
/// print(recording.report)
/// try recording.save(to: URL(fileURLWithPath: "Responses", isDirectory: true))
/// ```
///
/// Each reply becomes a response of the set that claimed its request, or of a new set made from the
/// URL. The response can be selected when the load ends. Callers get the unchanged reply, piece by
/// piece as it arrives. A recording ends with ``stop(then:)``, or with its last reference.
public final class Recording: Sendable {
    /// The requests whose replies are recorded.
    public enum Scope: Sendable, Hashable {
        /// All that go to a real server.
        case live
        /// Those of sets in mode `ResponseSet.Mode.recording`.
        case recordingSets
    }

    /// The settings of a recording.
    public struct Settings: Sendable {
        /// The rules by which secrets are redacted before anything is kept.
        public var redaction = Redaction()
        /// The places in JSON whose values differ each time, such as `$..updatedAt`.
        ///
        /// Replies that differ only there are equal, and a saved reply keeps its old values.
        public var volatilePaths: [Redaction.Path] = []
        /// The folder that will be recorded again; `nil` by default.
        ///
        /// Its replacements of secrets are used again, so that the folder does not change.
        public var earlierFolder: URL?
        /// The server that the sets name in place of the recorded one; `nil` by default.
        package var alias: ServerAlias?
        /// Whether UUIDs and numbers in the paths of new sets become `:id`; true by default.
        public var replacesIDs = true
        /// Whether responses have a delay of the real duration; false by default.
        public var keepsDelays = false
        /// Whether failed connections are recorded as error responses; false by default.
        public var keepsFailures = false
        /// The most responses that are recorded for a set; 50 by default.
        public var responseLimit = 50
        /// Returns whether the reply to a request is recorded; by default each is.
        public var isRecorded: @Sendable (BarricadeRequest) -> Bool = { _ in true }

        /// Whether replies are kept one after the other, and their loads end meanwhile; false by
        /// default, since somebody may select them.
        package var keepsInOrder = false

        /// Whether only saving compares replies with those that a set has already: it replaces
        /// them, or notes that they are for other requests too.
        var leavesSetsToFolder = false

        /// Makes the default settings.
        public init() {}

        var volatile: VolatilePaths { VolatilePaths(volatilePaths.map(\.path)) }
    }

    let recorder: Recorder
    /// The places of the barricade's body files.
    let files: FileLocation
    private let place: Locked<Registration?>
    private let barricade: @Sendable () -> Barricade?

    init(_ scope: Scope, _ settings: Settings, at barricade: Barricade) {
        recorder = Recorder(scope, settings, at: barricade)
        files = barricade.files
        self.barricade = { [weak barricade] in barricade }
        place = Locked(barricade.registration(of: recorder))
    }

    /// The report on the replies so far.
    public var report: RecordingReport {
        let content = recorder.content
        var report = content.report
        report.refusals += content.whole.waiting.map {
            .init(request: $0, reason: WholeReplies<String>.reason.text)
        }
        report.notes = RecordedSets.notes(on: content.extended) + content.made.notes
        report.redaction = recorder.redactor.report
        return report
    }

    /// The sets that have recorded responses.
    public var sets: [ResponseSet] {
        let content = recorder.content
        return content.made.responseSets + content.extended.map(\.responseSet)
    }

    /// Waits until replies whose clients have just left have ended, at most some seconds.
    package func waitForReplies() { recorder.waitForReplies() }

    /// Ends the recording; it still records replies to requests already sent.
    ///
    /// - Parameter mode: The mode of sets that were in mode `recording`, such as those that were
    ///   made from URLs: `live` by default, so that requests go where they went before;
    ///   `barricaded` plays the recording back.
    public func stop(then mode: ResponseSet.Mode = .live) {
        // Release it outside the lock, since that changes the barricade.
        var ended = place.withLock { place in
            defer { place = nil }
            return place
        }
        guard ended != nil, let barricade = barricade() else { return }
        ended = nil
        barricade.store.update { state in
            guard !state.routing.isRecording else { return }
            for (name, old) in state.routing.modes where old == .recording {
                try? barricade.setMode(mode, for: name, in: &state)
            }
        }
    }

    /// Saves the recorded responses to a folder, which a barricade can read and people can edit.
    ///
    /// ```swift
    /// try recording.save(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    /// ```
    ///
    /// Each set has a subfolder with a file `set.json` and its bodies. In a folder that was
    /// recorded before, it writes only what has changed: people's own names, text and edits stay,
    /// and so do values at ``Settings/volatilePaths``. It writes files beside the folder first,
    /// reads them back, checks them for known secrets, and then moves them into the folder. Two
    /// recordings may be saved to one folder, one after the other.
    ///
    /// What is code is left out: responses such as handlers, and sets that match by a closure, which
    /// the report then names.
    ///
    /// - Parameters:
    ///   - folder: The folder; it is made if it does not exist.
    ///   - pruning: Whether recorded responses in the folder that did not come again are removed,
    ///     unless people have changed them or presets select them; false by default.
    /// - Returns: The files that were added, changed or removed.
    /// - Throws: `BarricadeError.Code.unusableFolder` if the folder has mistakes, if it is
    ///   changed meanwhile, or if the system refuses to write; `BarricadeError.Code.secretInFile`
    ///   if a known secret would be written. The folder is then unchanged, and the recording can
    ///   be saved again, or elsewhere.
    @discardableResult
    public func save(
        to folder: URL, pruning: Bool = false
    ) throws(BarricadeError) -> FolderChanges {
        let recorder = recorder
        return try FolderMerge.write(
            to: folder, otherFiles: files, recorder.settings.volatile, pruning: pruning
        ) {
            let content = try recorder.settle()
            let extended = content.extended.filter { recorder.isWritable($0) }
            return extended.map { ($0, $0.name) } + content.made.ordered
        } check: { path, data in
            try recorder.redactor.verify(data, at: path)
        }
    }
}

extension Barricade {
    /// Starts to record the replies of real servers.
    ///
    /// ```swift
    /// let recording = barricade.record(.live) { $0.volatilePaths = ["$..updatedAt"] }
    /// ```
    ///
    /// Keep the recording: it ends with its last reference. On Linux, download tasks are not
    /// recorded.
    ///
    /// - Parameters:
    ///   - scope: The requests whose replies are recorded.
    ///   - configure: Changes the settings; called once, before this returns.
    public func record(
        _ scope: Recording.Scope, configure: (inout Recording.Settings) -> Void = { _ in }
    ) -> Recording {
        var settings = Recording.Settings()
        configure(&settings)
        return Recording(scope, settings, at: self)
    }
}
