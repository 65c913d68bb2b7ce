import Barricade
import BarricadeFolder
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends the requests of a report, and makes it.
struct DriftReporter: Sendable {
    private typealias Comparison = DriftReport.Comparison
    private typealias Gap = RequestExample.Gap

    private let server: String
    private let settings: DriftReport.Settings

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
            guard let correction = method.correction else { continue }
            throw BarricadeError(
                .invalidDefinition,
                "There is no method \(method.rawValue.shortened). Write \(correction).")
        }
    }

    func report(of sets: [ResponseSet]) async throws -> DriftReport {
        try checkNames(for: sets)
        // It finds the set that claims a request; mistakes in sets do not matter here.
        let barricade = Barricade(sets) { $0.faultHandler = { _ in } }
        var comparisons: [Comparison] = []
        var omissions: [DriftReport.Omission] = []
        for set in barricade.sets {
            try Task.checkCancellation()
            do throws(Gap) {
                comparisons.append(try await comparison(of: set, in: barricade))
            } catch {
                omissions.append(
                    DriftReport.Omission(
                        set: set.name, request: error.request, reason: error.reason,
                        hint: error.hint))
            }
        }
        return DriftReport(
            server: Secrets.masked(url: server), comparisons: comparisons, omissions: omissions)
    }

    private func checkNames(for sets: [ResponseSet]) throws(BarricadeError) {
        func check(
            _ given: [String: String], among known: [String], _ message: (String) -> String
        ) throws(BarricadeError) {
            guard let name = given.orderedKeys.first(where: { !known.contains($0) }) else { return }
            throw .unknown(name, among: known, saying: message("\"\(name.shortened)\""))
        }
        let names = sets.flatMap { set in
            set.matcher.valueNames.flatMap { [$0, "\(set.name).\($0)"] }
        }
        try check(settings.values, among: Set(names).sorted()) {
            "A value is given for \($0), but no set has a path segment or query item of that name."
        }
        try check(settings.bodies, among: sets.map(\.name)) {
            "A body is given for \($0), but there is no such set."
        }
    }

    private func comparison(
        of set: ResponseSet, in barricade: Barricade
    ) async throws(Gap) -> Comparison {
        let example = try RequestExample(of: set, settings)
        if let other = barricade.responseSet(claiming: try example.asked()),
            other.name != set.name
        {
            throw Gap(
                reason: "claimed by another set", hint: "\"\(other.name.shortened)\" comes first")
        }
        var request = try example.urlRequest(to: server)
        request.timeoutInterval = settings.timeout / .seconds(1)
        let shape = SetShape(set, files: settings.files ?? .standard)
        guard !shape.isEmpty else {
            throw Gap(reason: "no response that is known before a request comes")
        }
        let shown = BarricadeRequest(request)?.description ?? ""
        let reply: LiveReply
        do {
            let configuration = URLSessionConfiguration.relaying()
            configuration.timeoutIntervalForRequest = request.timeoutInterval
            let (head, body) = try await ServerExchange.reply(
                to: request, configuration, within: settings.timeout * 10)
            reply = LiveReply(head, body, to: .get)
        } catch {
            let name = (error as? URLError)?.code.name ?? error.localizedDescription
            throw Gap(reason: "no connection", hint: name, request: shown)
        }
        guard shape.compares(reply.status) else {
            throw Gap(reason: "\(reply.status)", hint: reply.status.meaning, request: shown)
        }
        let findings = shape.compare(
            status: reply.status, contentType: reply.headers["Content-Type"],
            body: request.httpMethod == "HEAD" ? nil : reply.body)
        return Comparison(
            set: set.name, request: shown, status: reply.status.rawValue, drift: findings.drift,
            unjudged: findings.unjudged)
    }
}
