import Barricade

extension LoopbackServer {
    /// The rules about the origins whose requests are served.
    ///
    /// In any case, the `Host` of a request must be a name of this machine, which stops DNS
    /// rebinding: a page whose own host name resolves to this machine is refused.
    package struct OriginPolicy: Sendable {
        /// The allowed origins besides the server's own; `nil` means no CORS fields at all.
        private let origins: Set<String>?
        /// The only host that requests may name; `nil` means the names of the loopback addresses.
        private var host: String?

        /// Serves the server's own pages, and clients that are no browsers.
        package static let sameOrigin = OriginPolicy(origins: nil)

        /// Returns the same rules for a server that listens on another address.
        func at(_ address: IPv4Address) -> OriginPolicy {
            var policy = self
            policy.host = address.description
            return policy
        }

        /// Serves also pages of these origins, such as `http://localhost:3000`, or `null` for a
        /// page from a file.
        ///
        /// Absolute targets are served too, so that a client can use the server as its proxy.
        package static func allowing(_ origins: Set<String>) -> OriginPolicy {
            OriginPolicy(origins: origins)
        }
    }
}

extension LoopbackServer.OriginPolicy {
    /// Returns the reason why a request is not served; usually `nil`.
    func refusal(of head: RequestHead) -> Refusal? {
        let isProxied = origins != nil && head.target.authority != nil
        let isOwn = host.map { $0 == head.authority.host } ?? head.authority.isLoopback
        guard isOwn || isProxied else {
            let names = host ?? "127.0.0.1, localhost or [::1]"
            return Refusal(421, "The host of the request is not \(names).")
        }
        let senders = head.headers.values(of: "Origin")
        guard senders.count < 2, senders.allSatisfy({ isAllowed($0, at: head.authority) }) else {
            return Refusal(.forbidden, "The origin of the request is not allowed here.")
        }
        // An allowed page may load images, whose requests have no origin.
        guard origins?.isEmpty ?? true else { return nil }
        let sites = head.headers.values(of: "Sec-Fetch-Site")
        guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
            return Refusal(.forbidden, "Pages of other sites must not ask this server.")
        }
        return nil
    }

    private func isAllowed(_ origin: String, at authority: Authority) -> Bool {
        origin == "http://" + authority.text || origins?.contains(origin) == true
    }

    /// Returns the response to a CORS preflight request; `nil` for other requests.
    func preflightResponse(to request: LoopbackServer.Request) -> LoopbackServer.Response? {
        guard origins != nil, request.method == .options, request.headers["Origin"] != nil,
            let method = request.headers["Access-Control-Request-Method"]
        else { return nil }
        var response = LoopbackServer.Response(.noContent)
        response.headers.append("Access-Control-Allow-Methods", method)
        if let names = request.headers["Access-Control-Request-Headers"] {
            response.headers.append("Access-Control-Allow-Headers", names)
        }
        if request.headers["Access-Control-Request-Private-Network"] == "true" {
            response.headers.append("Access-Control-Allow-Private-Network", "true")
        }
        return response
    }

    /// Replaces the CORS fields of a response with those of this policy.
    func apply(to response: inout LoopbackServer.Response, for request: RequestHead) {
        let isPreflight = request.method == .options
        let origin = request.headers["Origin"]
        guard origins == nil || origin != nil else { return }
        let fields = response.headers.fields.filter { field in
            let name = field.name.lowercased()
            guard name.hasPrefix("access-control-") else { return true }
            return origins != nil && isPreflight && name != "access-control-allow-origin"
        }
        response.headers = HTTP.Headers(fields)
        guard origins != nil, let origin else { return }
        let names = Set(fields.map { $0.name.lowercased() }).sorted()
        response.headers.append("Access-Control-Allow-Origin", origin)
        response.headers.append("Access-Control-Allow-Credentials", "true")
        if !isPreflight, !names.isEmpty {
            response.headers.append(
                "Access-Control-Expose-Headers", names.joined(separator: ", "))
        }
        response.headers.append("Vary", "Origin")
    }
}
