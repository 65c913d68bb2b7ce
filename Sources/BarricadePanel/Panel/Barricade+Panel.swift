public import Barricade
import Foundation

extension Barricade {
    /// Opens the barricade's panel: its screen in a browser, and its API for other processes.
    ///
    /// ```swift
    /// let panel = try await barricade.openPanel()
    /// print(panel.url)
    /// ```
    ///
    /// It prints nothing. You need not keep a reference to the panel: it stays open until
    /// ``Panel/close()``, or until the barricade is released.
    ///
    /// - Parameters:
    ///   - network: The network from which it can be reached; by default, this device only.
    ///   - port: The port; 0, the default, means any free port.
    ///   - orNext: Whether to try the next 99 ports if that port is in use.
    ///   - token: The secret in the panel's address, at least 16 letters, digits, `-` or `_`; `nil`,
    ///     the default, means a random one. With a token of your own and a port, the address is the
    ///     same in each launch.
    /// - Throws: `BarricadeError.Code.cannotListen` if the port is in use, if the system does not
    ///   let the app listen, if the token is too short, or if there is no local network to open it
    ///   on.
    @discardableResult
    public func openPanel(
        on network: Panel.Network = .thisDevice, port: UInt16 = 0, orNext: Bool = false,
        token: String? = nil
    ) async throws(BarricadeError) -> Panel {
        try makePanel(on: network, port: port, orNext: orNext, token: token)
    }

    /// Opens a panel, perhaps with another clock for the comments that keep event streams open.
    package func makePanel(
        on network: Panel.Network = .thisDevice, port: UInt16, orNext: Bool = false,
        token: String? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(BarricadeError) -> Panel {
        #if BARRICADE_DISABLED
        throw BarricadeError(
            .cannotListen, "This build has BARRICADE_DISABLED, and so it has no panel.")
        #else
        guard let accessToken = token.map({ AccessToken($0) }) ?? AccessToken() else {
            throw BarricadeError(
                .cannotListen,
                """
                The token of a panel needs at least 16 characters, all of them letters, digits, "-" \
                or "_".

                To fix: leave it out for a random one, or use a longer one.
                """)
        }
        return try Panel(
            of: self, on: network, port: port, orNext: orNext, token: accessToken, clock: clock)
        #endif
    }

    /// Opens the panel that the launch options request; does nothing if they request none.
    ///
    /// ```swift
    /// await Barricade.shared.openPanelIfRequested()
    /// ```
    ///
    /// With `-barricade.panel 8123`, or `BARRICADE_PANEL` in the environment, it opens the panel on
    /// that port, with the token in `BARRICADE_PANEL_TOKEN` if there is one. So a UI test, which
    /// runs in another process, can find the panel; see ``RemoteBarricade``. `Barricade.shared`
    /// uses the options of the launch; other barricades use those in their settings.
    ///
    /// If the panel cannot be opened, such as on a port that is in use, the fault handler gets the
    /// reason, and the app runs without it.
    ///
    /// - Returns: The panel, which is the open one if there is one; `nil` if the launch options
    ///   request none, or if it cannot be opened.
    @discardableResult
    public func openPanelIfRequested() async -> Panel? {
        #if BARRICADE_DISABLED
        return nil
        #else
        let options = store.state.launchOptions
        guard let port = options.panelPort else { return nil }
        let open = attachments.value { Locked<Panel?>(nil) }
        do {
            return try open.withLock { asked throws(BarricadeError) in
                if let asked, asked.isOpen { return asked }
                let panel = try makePanel(port: port, token: options.panelToken)
                asked = panel
                return panel
            }
        } catch {
            report(error)
            return nil
        }
        #endif
    }
}

extension BarricadeError.Code {
    /// A port on which a panel or a server cannot listen.
    public static let cannotListen = Self(.cannotListen)
    /// A panel that does not answer: its app has ended, or has not opened the panel.
    public static let unreachablePanel = Self(.unreachablePanel)
    /// A token that is not the panel's.
    public static let wrongToken = Self(.wrongToken)
    /// A request that a panel refuses, for any reason but an unknown name.
    public static let refusedByPanel = Self(.refusedByPanel)
}
