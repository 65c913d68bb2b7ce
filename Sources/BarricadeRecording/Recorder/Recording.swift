public import Barricade
import Foundation

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
        ///
        /// The latest of other replies, up to a megabyte each, can be kept one by one, with
        /// `keepReply(to:)` of the barricade.
        case recordingSets
    }

    let recorder: Recorder
    /// The places of the barricade's body files.
    let files: [FileLocation]
    private let place: Locked<LiveObserverPlace?>
    private let barricade: @Sendable () -> Barricade?

    init(_ scope: Scope, _ settings: Settings, at barricade: Barricade) {
        recorder = Recorder(scope, settings, at: barricade)
        files = barricade.store.setup.handlerState.files
        self.barricade = { [weak barricade] in barricade }
        // The responses may be used for longer than the recording.
        barricade.keep(recorder.bodies)
        place = Locked(barricade.observe(with: recorder))
    }

    /// The report on the replies so far.
    public var report: RecordingReport {
        var report = recorder.content.report
        report.redaction = recorder.redactor.report
        return report
    }

    /// The sets that have recorded responses.
    public var sets: [ResponseSet] {
        let content = recorder.content
        return content.made.responseSets + content.extended.map(\.responseSet)
    }

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
        guard ended != nil else { return }
        ended = nil
        barricade()?.endRecording(with: mode)
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
