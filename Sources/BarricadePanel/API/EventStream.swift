import Barricade
import BarricadeCommon
import BarricadeSurfaces
import Foundation
import LoopbackServer

/// The stream of events for one client.
///
/// It reads the log only when the client is ready for more, so no events queue up for a slow client.
struct EventStream: Sendable {
    /// What a page shows besides the overview: the latest requests, the choices of its menus, and
    /// the filters of the log.
    private struct Beginning: Encodable {
        let requests: [RequestSummary]
        let choices: [String: [String]]
        let filters = LogFilter.allCases.map {
            ["filter": $0.rawValue, "title": $0.title, "emptyText": $0.emptyText]
        }
    }

    /// The time between two comments, which keep the connection open.
    static let pause = Duration.seconds(15)
    /// The time for which replies stay after the page is gone, since it may be loaded again.
    private static let grace = Duration.seconds(10)

    private let launch: Substring
    private let log: RequestLog
    private let overview: BarricadeOverview
    private let overviews: AsyncStream<BarricadeOverview>
    private let signals: AsyncStream<Void>
    private let clock: any Clock<Duration>
    /// The number of the last event that the client has; `nil` if it is from another launch.
    private let start: Int?
    /// Whether the client has read no event.
    private let isNew: Bool
    /// Returns what a page needs first; `nil` if the client is no page.
    private let beginning: (@Sendable () -> Beginning?)?
    /// The page sees the replies to requests from now on.
    private let viewer: any AnyObject & Sendable

    /// - Parameters:
    ///   - identifier: The identifier of the last event that the client has, if any.
    ///   - isForPage: Whether the client is a page, which needs its ``Beginning``, and of each
    ///     later overview only what has changed.
    init(
        of barricade: Barricade, from api: PanelAPI, after identifier: String?, isForPage: Bool
    ) {
        (launch, clock, isNew) = (api.launch, api.clock, identifier == nil)
        // Before the first read, so that no change is missed in between.
        (signals, overviews) = (barricade.changeCounter.signals, barricade.overviews)
        log = barricade.log
        let choices = api.choices.names
        let makeBeginning = { @Sendable [weak barricade] in
            barricade.map { Beginning(requests: LogPage.latest(of: $0), choices: choices) }
        }
        beginning = isForPage ? makeBeginning : nil
        viewer = barricade.viewReplies()
        if let identifier {
            let number = Int(identifier.dropFirst(launch.count + 1)).map { max($0, 0) }
            start = identifier.hasPrefix("\(launch)-") ? number : nil
        } else {
            start = log.changeCount
        }
        // Read after the number, so that it includes all events up to that number.
        overview = barricade.overview
    }

    /// Writes events until the client disconnects or the barricade is released.
    func write(to writer: LoopbackServer.BodyWriter) async throws {
        defer {
            Task { [viewer, clock] in
                try? await clock.sleep(for: Self.grace)
                withExtendedLifetime(viewer) {}
            }
        }
        let first = start ?? log.changeCount
        if start == nil { try await writer.write(lag(first, "anotherLaunch")) }
        if isNew { try await writer.write(beginningFrame()) }
        try await writer.write(overviewFrame(overview, number: first))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await writeOverviews(to: writer) }
            group.addTask { try await writeLog(after: first, to: writer) }
            group.addTask { try await writeComments(to: writer) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func writeOverviews(to writer: LoopbackServer.BodyWriter) async throws {
        var last = overview
        for await overview in overviews where overview.revision > last.revision {
            // Without a number: a number would mean that the client has all events before it.
            try await writer.write(overviewFrame(overview, since: last))
            last = overview
        }
    }

    private func writeLog(after number: Int, to writer: LoopbackServer.BodyWriter) async throws {
        var (number, signals) = (number, signals.makeAsyncIterator())
        repeat {
            // Read first, so that what is sent has all changes up to that number.
            let count = log.changeCount
            if let changes = log.changes(after: number) {
                let events = try changes.map { number, entry in
                    try entry.map { try frame("log", number: number, RequestSummary($0)) }
                        ?? frame("cleared", number: number, ["first": log.first])
                }
                if !events.isEmpty { try await writer.write(Data(events.joined())) }
                number = max(count, changes.last?.number ?? count)
            } else {
                try await writer.write(lag(count, "tooOld"))
                number = count
                // So busy an app would make a page begin anew all the time.
                try await Task.sleep(for: .milliseconds(100))
            }
        } while await signals.next() != nil
    }

    private func writeComments(to writer: LoopbackServer.BodyWriter) async throws {
        while true {
            try await clock.sleep(for: Self.pause)
            try await writer.write(Data(": still here\n\n".utf8))
        }
    }

    // MARK: The text of events

    private func lag(_ number: Int, _ reason: String) throws -> Data {
        try beginningFrame() + frame("lagged", number: number, ["reason": reason])
    }

    private func beginningFrame() throws -> Data {
        try beginning?().map { try frame("beginning", $0) } ?? Data()
    }

    /// - Parameter earlier: The overview that the client has; `nil` means none.
    private func overviewFrame(
        _ overview: BarricadeOverview, since earlier: BarricadeOverview? = nil, number: Int? = nil
    ) throws -> Data {
        let changed = beginning == nil ? nil : earlier.flatMap { overview.changedSets(since: $0) }
        return try frame(
            changed == nil ? "overview" : "changes", number: number,
            ShownOverview(overview, sets: changed))
    }

    /// Makes an event (WHATWG HTML, section 9.2) of JSON, which has no line breaks.
    private func frame(
        _ name: String, number: Int? = nil, _ content: some Encodable
    ) throws -> Data {
        let id = number.map { "id: \(launch)-\($0)\n" } ?? ""
        return try Data("event: \(name)\n\(id)data: ".utf8) + PanelJSON.data(content)
            + Data("\n\n".utf8)
    }
}
