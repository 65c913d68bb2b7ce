import Barricade
import BarricadeCommon
import BarricadeSurfaces
import Foundation
import LoopbackServer

/// The stream of events for one client.
///
/// It reads the log only when the client is ready for more, so no events queue up for a slow client.
struct EventStream: Sendable {
    /// The time between two comments, which keep the connection open.
    static let pause = Duration.seconds(15)
    /// The time for which replies stay after the page is gone, since it may be loaded again.
    private static let grace = Duration.seconds(10)

    /// The most sets in one event to a page.
    private static let mostSets = 1_000

    private let api: PanelAPI
    private let log: RequestLog
    private let overviews: AsyncStream<BarricadeOverview>
    private let signals: AsyncStream<Void>
    /// The number of the last event that the client has; `nil` if it is from another launch.
    private let start: Int?
    /// Whether the client has read no event.
    private let isNew: Bool
    /// Whether the client is a page, which needs more at the beginning, and of each later overview
    /// only what has changed.
    private let isForPage: Bool
    /// The page sees the replies to requests from now on.
    private let viewer: any AnyObject & Sendable

    init(of request: APIRequest) {
        let barricade = request.barricade
        (api, isForPage) = (request.api, request.query["for"] == "page")
        // Before the first read, so that no change is missed in between.
        (signals, overviews) = (barricade.changeCounter.signals, barricade.overviews)
        (log, viewer) = (barricade.log, barricade.viewReplies())
        let identifier = request.message.headers["Last-Event-ID"]
        isNew = identifier == nil
        let number = identifier.flatMap { [launch = api.launch] identifier in
            identifier.hasPrefix("\(launch)-") ? Int(identifier.dropFirst(launch.count + 1)) : nil
        }
        start = isNew ? log.changeCount : number.map { max($0, 0) }
    }

    /// Writes events until the client disconnects or the barricade is released.
    func write(to writer: LoopbackServer.BodyWriter) async throws {
        defer {
            Task { [viewer, api] in
                try? await api.clock.sleep(for: Self.grace)
                withExtendedLifetime(viewer) {}
            }
        }
        let first = start ?? log.changeCount
        if start == nil { try await writer.write(lag(first, "anotherLaunch")) }
        if isNew { try await writer.write(beginningFrame()) }
        // Read after the number, so that it includes all events up to that number.
        var iterator = overviews.makeAsyncIterator()
        guard let overview = await iterator.next() else { return }
        try await write(overview, number: first, to: writer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await writeOverviews(after: overview, to: writer) }
            group.addTask { try await writeLog(after: first, to: writer) }
            group.addTask { try await writeComments(to: writer) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func writeOverviews(
        after first: BarricadeOverview, to writer: LoopbackServer.BodyWriter
    ) async throws {
        var last = first
        for await overview in overviews {
            // Without a number: a number would mean that the client has all events before it.
            try await write(overview, since: last, to: writer)
            last = overview
        }
    }

    /// Writes an overview: to a page, only the sets that have changed, or all in several events.
    ///
    /// - Parameter earlier: The overview that the client has; `nil` means none.
    private func write(
        _ overview: BarricadeOverview, since earlier: BarricadeOverview? = nil,
        number: Int? = nil, to writer: LoopbackServer.BodyWriter
    ) async throws {
        guard isForPage else {
            try await writer.write(frame("overview", number: number, overview.shown()))
            return
        }
        if let changed = earlier.flatMap({ overview.changedSets(since: $0) }) {
            try await writer.write(frame("changes", number: number, overview.shown(changed[...])))
            return
        }
        // The page shows the first sets, in its own order, while the others come.
        let sets = overview.setsByGroup
        let first = overview.shown(sets.prefix(Self.mostSets))
        let whole = JSONObject(first, with: ["setCount": sets.count])
        try await writer.write(frame("overview", number: number, whole))
        for start in stride(from: Self.mostSets, to: sets.count, by: Self.mostSets) {
            let rest = overview.rows(of: sets[start...].prefix(Self.mostSets))
            try await writer.write(frame("sets", rest))
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
            try await api.clock.sleep(for: Self.pause)
            try await writer.write(Data(": still here\n\n".utf8))
        }
    }

    // MARK: The text of events

    private func lag(_ number: Int, _ reason: String) throws -> Data {
        try beginningFrame() + frame("lagged", number: number, ["reason": reason])
    }

    /// What a page shows besides the overview: the latest requests, the choices of its menus, and
    /// the filters of the log.
    private func beginningFrame() throws -> Data {
        guard isForPage, let barricade = api.barricade() else { return Data() }
        let filters = LogFilter.allCases.map {
            ["filter": $0.rawValue, "title": $0.title, "emptyText": $0.emptyText]
        }
        let content: JSONObject = [
            "requests": LogPage.rows(of: barricade.requests, LogPage.largest),
            "choices": api.choices.names, "filters": filters,
        ]
        return try frame("beginning", content)
    }

    /// Makes an event (WHATWG HTML, section 9.2) of JSON, which has no line breaks.
    private func frame(
        _ name: String, number: Int? = nil, _ content: some Encodable
    ) throws -> Data {
        let id = number.map { "id: \(api.launch)-\($0)\n" } ?? ""
        return try Data("event: \(name)\n\(id)data: ".utf8)
            + PanelJSON.data(content, isSorted: false) + Data("\n\n".utf8)
    }
}
