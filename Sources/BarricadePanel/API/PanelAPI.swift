package import Barricade
import BarricadeSurfaces
import Foundation
package import LoopbackServer

/// The API of a panel, as `openapi.json` describes it.
///
/// It does not retain the barricade.
package final class PanelAPI: Sendable {
    /// The path prefix of all routes.
    static let root = "/api/v1"

    let barricade: @Sendable () -> Barricade?
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
        } catch is CancellationError {
            return .disconnection
        } catch {
            return .problem(Problem(error))
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
                "Nothing is at \(request.path.shortened); see \(Self.root)/openapi.json.",
                .notFound, .unknownPath)
        }
        let method = request.method == .head ? .get : request.method
        guard let (operation, values) = found.first(where: { $0.0.method == method }) else {
            let allowed = found.map(\.0.method.rawValue).joined(separator: ", ")
            var response = LoopbackServer.Response.problem(
                Problem(
                    """
                    \(request.method.rawValue.shortened) does nothing at \(request.path.shortened).
                    Known: \(allowed).
                    """, 405, .wrongMethod))
            response.headers["Allow"] = allowed
            return response
        }
        // Besides the token, which no other site's page has: such a page could send other types
        // without a preflight.
        let type = request.headers.contentType
        guard method == .get || request.body.isEmpty || type?.name == "application/json" else {
            throw Problem(
                """
                \(request.method) changes something, and its body needs \
                "Content-Type: application/json".
                """, 415, .wrongContentType)
        }
        guard let barricade = barricade() else {
            throw Problem(
                """
                The barricade of this panel no longer exists.

                To fix: keep a reference to the barricade while the app runs.
                """, 410, .barricadeReleased)
        }
        return try await APIRequest(request, for: operation, values, to: self, of: barricade)
            .answer()
    }
}
