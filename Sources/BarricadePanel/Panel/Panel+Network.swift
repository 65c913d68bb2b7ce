import Barricade
import LoopbackServer

extension Panel {
    /// The network from which a panel can be reached.
    public struct Network: Sendable, Hashable {
        private let isLocal: Bool

        /// This device only.
        public static let thisDevice = Network(isLocal: false)

        /// The devices of the local network, such as a Mac that shows the panel of an iPhone.
        ///
        /// Only in debug builds, since the connection is not encrypted: who can read the network
        /// can read the token. For the same reason, such a panel saves nothing to a folder.
        ///
        /// On iOS, tvOS and visionOS the app needs the key `NSLocalNetworkUsageDescription` in its
        /// Info.plist, and the system asks the person for permission.
        public static let localNetwork = Network(isLocal: true)

        /// Returns the only address to listen on; `nil` means the loopback addresses.
        ///
        /// - Throws: `BarricadeError.Code.cannotListen` if the build or the device has no such
        ///   network.
        func address() throws(BarricadeError) -> IPv4Address? {
            guard isLocal else { return nil }
            #if DEBUG
            if let address = IPv4Address.ofLocalNetwork { return address }
            throw BarricadeError(
                .cannotListen,
                """
                This device has no address on a local network.

                To fix: join a Wi-Fi network, or open the panel on this device only: \
                openPanel().
                """)
            #else
            throw BarricadeError(
                .cannotListen,
                """
                A panel on the local network opens only in debug builds, since its connection is \
                not encrypted.

                To fix: open it in a build with DEBUG, or on this device only: openPanel().
                """)
            #endif
        }
    }
}
