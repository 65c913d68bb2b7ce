import Barricade

extension HTTP.Status {
    /// Whether it tells of the moment or the sender rather than of the service: the server is busy,
    /// a token has expired, a cache is up to date.
    var isIncidental: Bool {
        switch rawValue {
        case 100..<200, 206, 304, 401, 403, 407, 408, 416, 425, 429, 500...: true
        default: false
        }
    }
}
