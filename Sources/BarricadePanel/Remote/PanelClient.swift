import Barricade
import BarricadeFolder
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client of a panel's API, which decodes its responses and errors.
package struct PanelClient: Sendable {
    /// The address of the page, without the token.
    let address: URL
    let token: String?
    /// The most bytes of a response's body; what answers may be no panel.
    package var limit = 256 << 20

    /// Sends a request, and decodes the response.
    func send<Answer: Decodable>(
        _ name: APIOperation.Name, query: [String: String] = [:], body: (any Encodable)? = nil,
        timeout: Duration = .seconds(60), as type: Answer.Type
    ) async throws -> Answer {
        let data = try await send(name, query: query, body: body, timeout: timeout)
        do {
            return try PanelJSON.decode(type, from: data)
        } catch {
            let operation = APIOperation.named(name)
            throw BarricadeError(
                .refusedByPanel,
                """
                The panel at \(address) gives another answer to \(operation.method) \
                \(operation.path) than expected.

                To fix: use the same version of Barricade in the app and in its tests.
                """)
        }
    }

    /// Sends a request, and returns the body of the response.
    ///
    /// Each has a session and a connection of its own, so that none waits for another; it follows
    /// no redirect, which would take the token along. No barricade intercepts it, not even one that
    /// is enabled for `URLSession.shared`, and it uses no system proxy.
    ///
    /// - Parameter values: The values of the named segments of the operation's path.
    @discardableResult
    func send(
        _ name: APIOperation.Name, at values: String..., query: [String: String] = [:],
        body: (any Encodable)? = nil, json: String? = nil, timeout: Duration = .seconds(60)
    ) async throws -> Data {
        let operation = APIOperation.named(name)
        guard let token else {
            throw BarricadeError(
                .wrongToken,
                """
                The address \(address) has no token.

                To fix: use the whole address that panel.url gives, which ends in #token=…
                """)
        }
        let path = PanelAPI.root + operation.path(with: values)
        var url = URL(string: path, relativeTo: address) ?? address
        if !query.isEmpty {
            url.append(queryItems: query.map { URLQueryItem(name: $0, value: $1) })
        }
        // Platforms differ in which of their timeouts counts, so none does.
        var request = URLRequest(url: url, timeoutInterval: 24 * 60 * 60)
        request.httpMethod = operation.method.rawValue
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try body.map { try PanelJSON.data($0) } ?? json.map { Data($0.utf8) }
        let configuration = URLSessionConfiguration.relaying()
        configuration.connectionProxyDictionary = [:]
        let (response, data): (HTTPURLResponse, Data)
        do {
            (response, data) = try await ServerExchange.reply(
                to: request, configuration, within: timeout, limit: limit)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw BarricadeError(
                .unreachablePanel,
                """
                No panel answers at \(address) (\((error as? URLError)?.code.name ?? "\(error)")).

                To fix, see that the app
                  still runs: it may have ended, or it may be in the background;
                  has been launched with launchEnvironment, and calls openPanelIfRequested();
                  has had time to start: await waitUntilReady().
                """)
        }
        let status = response.statusCode
        guard (200...299).contains(status) else { throw error(of: data, status: status) }
        return data
    }

    private func error(of data: Data, status: Int) -> BarricadeError {
        guard let problem = try? PanelJSON.decode(Problem.self, from: data) else {
            return BarricadeError(
                .unreachablePanel,
                """
                What answers at \(address) is no panel of a barricade (status \(status)).

                To fix: use a port that no other program listens on.
                """)
        }
        if problem.code == .unauthorized {
            return BarricadeError(
                .wrongToken,
                """
                The panel at \(address) has another token: it is that of another launch, or another \
                app.

                To fix, do one of these:
                  launch the app with launchEnvironment, which gives it this token;
                  take the address from panel.url of this launch.
                """)
        }
        let code: BarricadeError.Code =
            switch problem.code {
            case .unknownName: .unknownName
            case .missingRequest: .missingRequest
            case .barricadeReleased: .barricadeReleased
            default: .refusedByPanel
            }
        return BarricadeError(code, problem.detail, nearestNames: problem.nearest ?? [])
    }
}
