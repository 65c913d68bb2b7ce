import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The recording of what a folder lacks, for all barricades of the process.
final class MissedReplies: Sendable {
    private struct Key: Hashable {
        let path: String
        let mode: Recording.Mode
        let redaction: Redaction
    }

    private static let all = Locked<[Key: MissedReplies]>([:])

    /// Returns the one of a folder, so that a reply that several tests miss is recorded once, and
    /// equal secrets are replaced by equal values.
    static func shared(
        in folder: URL, _ mode: Recording.Mode, _ redaction: Redaction
    ) -> MissedReplies {
        let folder = folder.resolvingSymlinksInPath().standardizedFileURL
        return all.withLock { all in
            all.value(Key(path: folder.path, mode: mode, redaction: redaction)) {
                MissedReplies(folder, redaction)
            }
        }
    }

    private let folder: URL
    private let redaction: Redaction
    /// The recording, and the barricade with the folder's sets that it extends; made when the first
    /// reply is missed.
    private let started = Locked<(recording: Recording, barricade: Barricade)?>(nil)
    /// The requests under way, each with those that wait for its end.
    private let turns = Locked<[String: [CheckedContinuation<Void, Never>]]>([:])
    private let queue = DispatchQueue(label: "Barricade.MissedReplies")

    private init(_ folder: URL, _ redaction: Redaction) {
        (self.folder, self.redaction) = (folder, redaction)
    }

    private func start() -> (recording: Recording, barricade: Barricade) {
        started.withLock { started in
            if let started { return started }
            // If the folder cannot be read, saving says why.
            let barricade = (try? Barricade(folder: .directory(folder))) ?? Barricade()
            let recording = barricade.record(.recordingSets) {
                $0.redaction = redaction
                $0.earlierFolder = folder
                $0.leavesSetsToFolder = true
            }
            started = (recording, barricade)
            return (recording, barricade)
        }
    }

    // MARK: Turns

    /// Returns the observer of a request's reply; `nil` if a request for the same is under way.
    func begin(
        _ request: BarricadeRequest, report: @escaping @Sendable (BarricadeError) -> Void
    ) -> (any ExchangeObserver)? {
        let key = Self.key(of: request)
        let isFirst = turns.withLock { turns in
            defer { turns[key] = turns[key] ?? [] }
            return turns[key] == nil
        }
        guard isFirst else { return nil }
        // It may be cancelled before it is sent.
        let turn = Registration { [self] in end(key) }
        return ReplyDraft(upTo: Recorder.mostBytes) { [self] reply in
            keep(reply, to: request, report)
            end(key)
            withExtendedLifetime(turn) {}
        }
    }

    func wait(for request: BarricadeRequest) async {
        let key = Self.key(of: request)
        await withCheckedContinuation { continuation in
            let isOver = turns.withLock { turns in
                turns[key]?.append(continuation)
                return turns[key] == nil
            }
            if isOver { continuation.resume() }
        }
    }

    private func end(_ key: String) {
        let waiting = turns.withLock { $0.removeValue(forKey: key) }
        waiting?.forEach { $0.resume() }
    }

    private static func key(of request: BarricadeRequest) -> String {
        var request = Exchange.Request(request)
        request.noteOperations()
        return ([request.method.rawValue, request.url] + request.operations.map(\.name))
            .joined(separator: " ")
    }

    /// Keeps a reply in the folder, and reports the reason if it cannot.
    private func keep(
        _ reply: ReplyDraft.Reply, to request: BarricadeRequest,
        _ report: @escaping @Sendable (BarricadeError) -> Void
    ) {
        @Sendable func refuse(_ code: BarricadeError.Code, _ reason: String) {
            report(BarricadeError(code, "The reply to \(request) is not kept: \(reason)"))
        }
        let (recording, barricade) = start()
        // It extends the set that claims the request, but for the lack of a query item.
        let set = barricade.responseSet(claiming: request)
        let name = set?.leavesOutQuery(of: request) == false ? set?.name : nil
        if let refusal = recording.recorder.keep(reply, to: request, ofSetNamed: name) {
            return refuse(.unsupported, refusal)
        }
        let saving = DispatchWorkItem { [folder] in
            do throws(BarricadeError) {
                try recording.save(to: folder)
            } catch {
                refuse(error.code, error.message)
            }
        }
        queue.async(execute: saving)
        // No request waits for another process that writes the folder.
        _ = saving.wait(timeout: .now() + .seconds(1))
    }
}
