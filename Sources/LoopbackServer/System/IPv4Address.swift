import Foundation

/// An address of one interface of this machine.
package struct IPv4Address: Sendable, Hashable, CustomStringConvertible {
    /// The address in the order of the network.
    let bits: in_addr_t
    /// The address with dots: `192.168.1.20`.
    package let description: String

    private init(_ address: in_addr) {
        bits = address.s_addr
        let bytes = withUnsafeBytes(of: address.s_addr) { Array($0) }
        description = bytes.map(String.init).joined(separator: ".")
    }

    /// The address on the local network: that of Wi-Fi or of a cable; `nil` if there is none.
    ///
    /// Those of tunnels and of the loopback interface do not count, and private ones come first.
    package static var ofLocalNetwork: IPv4Address? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        let interfaces = sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { $0 }
        let addresses = interfaces.map(\.pointee).filter(isOnLocalNetwork).compactMap(address)
        return addresses.first(where: \.isPrivate) ?? addresses.first
    }

    private var isPrivate: Bool {
        description.hasPrefix("192.168.") || description.hasPrefix("10.")
            || (16...31).contains { description.hasPrefix("172.\($0).") }
    }

    private static func isOnLocalNetwork(_ interface: ifaddrs) -> Bool {
        let flags = CInt(bitPattern: UInt32(interface.ifa_flags))
        let wanted = CInt(IFF_UP) | CInt(IFF_RUNNING) | CInt(IFF_BROADCAST)
        return flags & wanted == wanted && flags & CInt(IFF_LOOPBACK) == 0
    }

    private static func address(of interface: ifaddrs) -> IPv4Address? {
        guard let address = interface.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET)
        else { return nil }
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            IPv4Address($0.pointee.sin_addr)
        }
    }
}
