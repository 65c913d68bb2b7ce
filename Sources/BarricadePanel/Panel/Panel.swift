import Barricade
public import Foundation
import LoopbackServer

/// A barricade's screen in a browser, and its API for other processes, on a port of this machine.
///
/// ```swift
/// let panel = try await barricade.openPanel()
/// print(panel.url)
/// ```
///
/// It listens on 127.0.0.1 and ::1 only, unless it is opened on the ``Network/localNetwork``, and
/// requires the token that ``url`` carries. It stays open
/// until it is closed, or until its barricade is released; it does not retain the barricade. On
/// iOS, tvOS and visionOS the panel is closed while the app is in the background; when the app
/// returns, the panel has the same address.
public final class Panel: Sendable {
    let token: AccessToken
    private let address: URL
    package let openPort: OpenPort
    /// Waits for the end of the barricade while the panel is open.
    private let following = Locked<Task<Void, Never>?>(nil)

    /// The port on which it listens.
    public var port: UInt16 { openPort.number }

    /// The address of the page, with the token in its fragment, which browsers do not send.
    public var url: URL { Self.address(address, with: token.text) }

    /// Whether it has not been closed.
    ///
    /// It is also false if another program has taken the port while the app was in the background,
    /// which the barricade's fault handler is told.
    public var isOpen: Bool { openPort.isOpen }

    init(
        of barricade: Barricade, on network: Network, port: UInt16, orNext: Bool,
        token: AccessToken, clock: any Clock<Duration>
    ) throws(BarricadeError) {
        let host = try network.address()
        let api = PanelAPI(barricade, savesToFolder: host == nil, clock: clock)
        let handler = PanelHandler(token: token, api: api)
        let server = LoopbackServer(at: host) { await handler.answer($0) }
        openPort = try OpenPort(
            of: server, port, orNext: orNext, report: barricade.report)
        self.token = token
        address = Self.address(of: host?.description, port: openPort.number)
        let changes = barricade.changes
        let task = Task {
            // They end when the barricade is released.
            for await _ in changes {}
            await close()
        }
        following.withLock { $0 = task }
    }

    /// Stops listening; returns when the port is free again.
    public func close() async {
        await openPort.close()
        following.withLock { $0.take() }?.cancel()
    }
}

extension Panel {
    /// Returns the address of a panel without its token; `nil` means this device.
    static func address(of host: String? = nil, port: UInt16) -> URL {
        // A number, since App Transport Security allows it.
        guard let url = URL(string: "http://\(host ?? "127.0.0.1"):\(port)/") else {
            preconditionFailure("no URL of port \(port)")
        }
        return url
    }

    /// Returns the address with a token in its fragment.
    static func address(_ address: URL, with token: String) -> URL {
        URL(string: "\(address)#token=\(token)") ?? address
    }
}

extension Panel: CustomStringConvertible {
    /// The address without the token.
    public var description: String { "\(address)" }
}

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
