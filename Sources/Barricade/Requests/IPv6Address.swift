import Foundation

/// The canonical spelling of IPv6 addresses: `::1` for `0:0:0:0:0:0:0:1` (RFC 5952).
enum IPv6Address {
    /// Returns the canonical spelling, without brackets; `nil` if the text is not an address.
    ///
    /// It keeps the zone: `fe80::1%en0`, or in URLs `fe80::1%25en0` (RFC 6874).
    static func canonical(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        let parts = text.lowercased().split(at: "%", most: 2)
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(parts[0]), &address) == 1 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count))
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let spelling = String(decoding: bytes, as: UTF8.self)
        guard parts.count > 1 else { return spelling }
        let zone = parts[1].hasPrefix("25") ? parts[1].dropFirst(2) : parts[1]
        return zone.isEmpty ? nil : "\(spelling)%\(zone)"
    }
}
