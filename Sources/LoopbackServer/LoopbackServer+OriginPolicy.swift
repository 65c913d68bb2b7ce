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
    /// Whether a request of an old client may have no `Host` (RFC 9112, section 3.2).
    var servesWithoutHost: Bool { origins != nil }

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

    /// Adds the CORS fields for an allowed origin, unless a response has its own.
    ///
    /// A server without allowed origins sends none.
    func apply(to response: inout LoopbackServer.Response, for request: RequestHead) {
        let isOwn = { (field: HTTP.Headers.Field) in
            field.name.lowercased().hasPrefix("access-control-")
        }
        guard origins != nil else {
            return response.headers = HTTP.Headers(response.headers.fields.filter { !isOwn($0) })
        }
        guard let origin = request.headers["Origin"],
            !response.headers.fields.contains(where: isOwn)
        else { return }
        let names = Set(response.headers.fields.map { $0.name.lowercased() }).sorted()
        response.headers.append("Access-Control-Allow-Origin", origin)
        response.headers.append("Access-Control-Allow-Credentials", "true")
        if let method = request.headers.preflightMethod(of: request.method) {
            response.headers.append("Access-Control-Allow-Methods", method)
            if let names = request.headers["Access-Control-Request-Headers"] {
                response.headers.append("Access-Control-Allow-Headers", names)
            }
            if request.headers["Access-Control-Request-Private-Network"] == "true" {
                response.headers.append("Access-Control-Allow-Private-Network", "true")
            }
        } else if !names.isEmpty {
            response.headers.append(
                "Access-Control-Expose-Headers", names.joined(separator: ", "))
        }
        response.headers.append("Vary", "Origin")
    }
}

extension LoopbackServer.Request {
    /// Whether it is a CORS preflight request: what a browser asks before a page's own request.
    package var isPreflight: Bool { headers.preflightMethod(of: method) != nil }
}

extension HTTP.Headers {
    /// Returns the method that a CORS preflight request asks about; `nil` for other requests.
    fileprivate func preflightMethod(of method: HTTP.Method) -> String? {
        method == .options && self["Origin"] != nil ? self["Access-Control-Request-Method"] : nil
    }
}
