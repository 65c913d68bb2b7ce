package import Barricade
import BarricadeFolder
import BarricadeSurfaces
import Foundation
package import LoopbackServer

/// The API of a panel, as `openapi.json` describes it.
///
/// It does not retain the barricade.
package final class PanelAPI: Sendable {
    /// The path prefix of all routes.
    static let root = "/api/v1"

    /// An operation's answer to a request.
    typealias Answer =
        @Sendable (PanelAPI, APIRequest) async throws -> LoopbackServer.Response

    /// The answers to all operations, which the document describes.
    private static let answers = [
        wholeAnswers, setAnswers, editingAnswers, logAnswers, heldAnswers,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }

    /// The operations that are answered, by method and path: `GET /state`.
    package static var operations: [String] {
        APIOperation.all.filter { answers[$0.name] != nil }
            .map { "\($0.method.rawValue) \($0.path)" }
    }

    private let barricade: @Sendable () -> Barricade?
    let choices: Choices
    /// The name of this launch, in the identifiers of events.
    let launch = AccessToken().text.filter { $0 != "-" }.prefix(8)
    /// The responses that were removed, the latest last.
    let removed = Locked<[RemovedResponse]>([])
    /// The clock for the comments that keep event streams open.
    let clock: any Clock<Duration>

    /// Whether its clients may save to the app's folder, which those of other devices must not.
    let savesToFolder: Bool

    package init(_ barricade: Barricade, savesToFolder: Bool = true, clock: any Clock<Duration>) {
        self.savesToFolder = savesToFolder
        self.barricade = { [weak barricade] in barricade }
        choices = Choices(barricade)
        self.clock = clock
    }

    /// Answers a request that has the token.
    package func answer(_ request: LoopbackServer.Request) async -> LoopbackServer.Response {
        do {
            return try await route(request)
        } catch let problem as Problem {
            return .problem(problem)
        } catch let error as ManifestPart.Faults {
            return .problem(Problem(error))
        } catch let error as BarricadeError {
            return .problem(Problem(error))
        } catch is CancellationError {
            return .disconnection
        } catch {
            return .problem(Problem(.internalServerError, .failed, "\(error)"))
        }
    }

    private func route(_ request: LoopbackServer.Request) async throws -> LoopbackServer.Response {
        // Decoded once, after splitting: a name may hold a slash. Invalid encoding stays as it is.
        let path = APIOperation.segments(of: String(request.path.dropFirst(Self.root.utf8.count)))
            .map { PercentEncoding.decoded($0) ?? String($0) }
        // One for each method of the path.
        let found = APIOperation.all.compactMap { operation in
            operation.values(in: path).map { (operation, $0) }
        }
        guard !found.isEmpty, request.path.hasPrefix(Self.root) else {
            throw Problem(
                .notFound, .unknownPath,
                "Nothing is at \(request.path.shortened); see \(Self.root)/openapi.json.")
        }
        let method = request.method == .head ? .get : request.method
        guard let (operation, values) = found.first(where: { $0.0.method == method }),
            let answer = Self.answers[operation.name]
        else {
            let allowed = found.map(\.0.method.rawValue).joined(separator: ", ")
            var response = LoopbackServer.Response.problem(
                Problem(
                    405, .wrongMethod,
                    """
                    \(request.method.rawValue.shortened) does nothing at \(request.path.shortened).
                    Known: \(allowed).
                    """))
            response.headers["Allow"] = allowed
            return response
        }
        // Besides the token, which no other site's page has: such a page could send other types
        // without a preflight.
        let type = request.headers["Content-Type"].flatMap { ContentType(parsing: $0) }
        guard method == .get || request.body.isEmpty || type?.name == "application/json" else {
            throw Problem(
                415, .wrongContentType,
                """
                \(request.method) changes something, and its body needs \
                "Content-Type: application/json".
                """)
        }
        guard let barricade = barricade() else {
            throw Problem(
                410, .barricadeReleased,
                """
                The barricade of this panel no longer exists.

                To fix: keep a reference to the barricade while the app runs.
                """)
        }
        let request = APIRequest(request, pathValues: values, barricade: barricade)
        if let schema = operation.body {
            let members = try request.body(as: [String: JSONValue].self)
            try APIOperation.check(.object(members), against: schema)
        }
        return try await answer(self, request)
    }
}
