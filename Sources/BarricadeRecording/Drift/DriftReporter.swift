import Barricade
import BarricadeCommon
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A maker of a report, which sends the requests.
struct DriftReporter: Sendable {
    /// What became of one set.
    private enum Finding: Sendable {
        case compared(DriftReport.Comparison)
        case notTried(DriftReport.Omission)
        case unanswered(DriftReport.Omission)
    }

    private let server: String
    private let settings: DriftReport.Settings

    /// The most requests at a time.
    private static let most = 4

    init(_ server: URL, _ settings: DriftReport.Settings) throws(BarricadeError) {
        guard ["http", "https"].contains(server.scheme?.lowercased()), server.host != nil,
            server.query == nil, server.fragment == nil
        else {
            throw BarricadeError(
                .invalidDefinition,
                """
                The server \(Secrets.masked(url: server.absoluteString).shortened) is no URL to \
                append paths to.
                To fix: give one with http or https, a host, and no query, such as \
                https://staging.example.com/v2.
                """)
        }
        self.server = server.absoluteString
        self.settings = settings
        if let fault = settings.headers.fault {
            throw BarricadeError(.invalidDefinition, "A header field cannot be sent: \(fault).")
        }
        for method in settings.methods {
            guard let meant = method.meant else { continue }
            throw BarricadeError(
                .invalidDefinition,
                "There is no method \(method.rawValue.shortened). Write \(meant).")
        }
    }

    func report(of sets: [ResponseSet]) async throws -> DriftReport {
        try checkValues(for: sets)
        // It tells which set claims a request; mistakes in sets are not what is asked here.
        let barricade = Barricade(sets) { $0.faultHandler = { _ in } }
        let fetcher = ReplyFetcher(timeout: settings.timeout)
        defer { fetcher.finish() }
        let sets = barricade.sets
        var findings: [Int: Finding] = [:]
        try await withThrowingTaskGroup(of: (Int, Finding).self) { group in
            for (index, set) in sets.enumerated() {
                if index >= Self.most, let (index, finding) = try await group.next() {
                    findings[index] = finding
                }
                try Task.checkCancellation()
                group.addTask { (index, await finding(on: set, in: barricade, fetcher)) }
            }
            for try await (index, finding) in group { findings[index] = finding }
        }
        return report(sets.indices.compactMap { findings[$0] })
    }

    private func checkValues(for sets: [ResponseSet]) throws(BarricadeError) {
        let known = Set(sets.flatMap(\.matcher.valueNames))
        guard let name = settings.values.keys.sorted().first(where: { !known.contains($0) }) else {
            return
        }
        let names = NameSuggestion.nearestFirst(to: name, among: known.sorted())
        throw BarricadeError(
            .unknownName,
            """
            A value is given for "\(name.shortened)", but no set has a path segment or query item of \
            that name.
            \(NameSuggestion.known(nearestTo: name, among: names)).
            """, nearestNames: names)
    }

    private func report(_ findings: [Finding]) -> DriftReport {
        var comparisons: [DriftReport.Comparison] = []
        var notTried: [DriftReport.Omission] = []
        var unanswered: [DriftReport.Omission] = []
        for finding in findings {
            switch finding {
            case .compared(let comparison): comparisons.append(comparison)
            case .notTried(let omission): notTried.append(omission)
            case .unanswered(let omission): unanswered.append(omission)
            }
        }
        return DriftReport(
            server: Secrets.masked(url: server), comparisons: comparisons, notTried: notTried,
            unanswered: unanswered)
    }

    private func finding(
        on set: ResponseSet, in barricade: Barricade, _ fetcher: ReplyFetcher
    ) async -> Finding {
        let omission = { (request: String?, reason: String) in
            DriftReport.Omission(set: set.name, request: request, reason: reason)
        }
        let request: URLRequest
        do throws(Reason) {
            request = try self.request(for: set, in: barricade)
        } catch {
            return .notTried(omission(nil, error.reason))
        }
        let files = settings.files.map { [$0] } ?? FileLocation.standard
        let shape = SetShape(CannedSet(set, files: files))
        guard !shape.isEmpty else {
            return .notTried(omission(nil, "none of its responses is known before a request comes"))
        }
        let shown = BarricadeRequest(request)?.description ?? ""
        switch await fetcher.reply(to: request) {
        case .failure(let error):
            let name = (error as? URLError)?.code.name ?? error.localizedDescription
            return .unanswered(omission(shown, "the connection failed, \(name)"))
        case .success(let reply) where reply.status.isIncidental && !shape.has(reply.status):
            let status = "the status is \(reply.status), \(reply.status.meaning)"
            return .unanswered(omission(shown, status))
        case .success(let reply):
            let body = request.httpMethod == "HEAD" ? nil : reply.body
            return .compared(
                DriftReport.Comparison(
                    set: set.name, request: shown, status: reply.status.rawValue,
                    drift: shape.drift(
                        status: reply.status, contentType: reply.contentType, body: body)))
        }
    }

    private struct Reason: Error {
        let reason: String
    }

    /// Returns the request of a set to the server.
    private func request(
        for set: ResponseSet, in barricade: Barricade
    ) throws(Reason) -> URLRequest {
        let example: RequestExample
        do throws(RequestExample.Gap) {
            example = try RequestExample(
                set.matcher, values: settings.values, headers: settings.headers)
        } catch {
            throw Reason(reason: error.reason)
        }
        let method = example.method ?? .get
        guard settings.methods.contains(method) else {
            throw Reason(reason: "its method is \(method), which is sent only when asked for")
        }
        if let request = example.asked(), let other = barricade.responseSet(claiming: request),
            other.name != set.name
        {
            throw Reason(
                reason: "its request goes to \"\(other.name.shortened)\", which comes first")
        }
        guard let request = example.urlRequest(to: server) else {
            throw Reason(reason: "its URL cannot be made of its pattern")
        }
        return request
    }
}
