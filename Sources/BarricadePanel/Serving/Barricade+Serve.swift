public import Barricade

extension Barricade {
    /// Answers on a port of this machine the requests for a server, for those whom no `URLProtocol`
    /// reaches: web views, background sessions, other processes.
    ///
    /// ```swift
    /// let server = try await barricade.serve(port: 8123, as: "https://api.example.com")
    /// ```
    ///
    /// `GET http://127.0.0.1:8123/v1/books` is then decided, answered and logged as
    /// `GET https://api.example.com/v1/books`. A selected error, and a fault in the middle of a body,
    /// cuts the connection. A request that no set claims gets status 501 and the message that says
    /// why, unless `unmatchedPolicy` lets it pass through.
    ///
    /// Everybody on this machine can ask the port; pages of other origins only if they are allowed.
    /// As an HTTP proxy for `http` URLs, it decides those as they are, and reaches no real server.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any that is free.
    ///   - base: The server's scheme and host, perhaps with the beginning of its paths.
    ///   - origins: The origins of pages that may ask, such as `http://localhost:3000`, or `null` for
    ///     a page from a file.
    /// - Returns: The server; it stops with its last reference.
    /// - Throws: `BarricadeError.Code.cannotListen` if the process cannot listen on the
    ///   port, `BarricadeError.Code.invalidDefinition` if `base` or an origin cannot be
    ///   read, and `BarricadeError.Code.unsupported` if the barricade is disabled.
    public func serve(
        port: UInt16 = 0, as base: String, allowing origins: Set<String> = []
    ) async throws(BarricadeError) -> BarricadeServer {
        try BarricadeServer(self, port: port, as: base, allowing: origins)
    }
}
