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

    static let routes: [APIRoute] =
        wholeRoutes + setRoutes + editingRoutes + logRoutes + heldRoutes

    /// The routes by method and path: `GET /state`.
    package static var operations: [String] { routes.map { "\($0.method.rawValue) \($0.path)" } }

    private let barricade: @Sendable () -> Barricade?
    let choices: Choices
    let feed: EventFeed
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
        feed = EventFeed(barricade)
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
        let path = APIRoute.segments(of: request.path.dropFirst(Self.root.utf8.count))
            .map { PercentEncoding.decoded($0) ?? String($0) }
        // One for each method of the path.
        let found = Self.routes.compactMap { route in route.values(in: path).map { (route, $0) } }
        guard !found.isEmpty, request.path.hasPrefix(Self.root) else {
            throw Problem(
                .notFound, .unknownPath,
                "Nothing is at \(request.path.shortened); see \(Self.root)/openapi.json.")
        }
        let method = request.method == .head ? .get : request.method
        guard let (route, values) = found.first(where: { $0.0.method == method }) else {
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
        return try await route.answer(
            self, APIRequest(request, pathValues: values, barricade: barricade))
    }
}

/// A method and a path of the API, and the handler of their requests.
struct APIRoute: Sendable {
    typealias Answer =
        @Sendable (PanelAPI, APIRequest) async throws -> LoopbackServer.Response

    let method: HTTP.Method
    /// The path below ``PanelAPI/root``, as in `openapi.json`: `/sets/{set}`.
    let path: String
    let answer: Answer
    private let segments: [String]

    init(_ method: HTTP.Method, _ path: String, answer: @escaping Answer) {
        self.method = method
        self.path = path
        self.answer = answer
        segments = Self.segments(of: path).map(String.init)
    }

    /// Returns the values of the named segments in a decoded path; `nil` if it does not match.
    func values(in path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (wanted, found) in zip(segments, path) {
            if wanted.hasPrefix("{") {
                values[String(wanted.dropFirst().dropLast())] = found
            } else if wanted != found {
                return nil
            }
        }
        return values
    }

    static func segments(of path: some StringProtocol) -> [Substring] {
        Substring(path).split(separator: "/", omittingEmptySubsequences: false)
    }
}
