import Barricade
public import Foundation

/// The barricade of an app in another process, such as the app that a UI test drives.
///
/// ```swift
/// let barricade = RemoteBarricade(port: 8123)
/// app.launchEnvironment.merge(barricade.launchEnvironment) { $1 }
/// app.launch()
/// try await barricade.waitUntilReady()
/// try await barricade.select("Offline", for: "Login")
/// ```
///
/// The app opens its panel with `openPanelIfRequested()`, one line where it starts. To select
/// responses for the first request, use `LaunchOptions`; this type selects later. It has the
/// methods and the errors of a barricade.
public struct RemoteBarricade: Sendable {
    package var client: PanelClient

    /// Makes the barricade of the panel at an address: ``Panel/url``.
    public init(url: URL) {
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true) ?? URLComponents()
        let fragment = components.fragment ?? ""
        let token = fragment.hasPrefix("token=") ? String(fragment.dropFirst(6)) : nil
        (components.fragment, components.query, components.path) = (nil, nil, "/")
        client = PanelClient(address: components.url ?? url, token: token)
    }

    /// Makes the barricade of an app that is launched with ``launchEnvironment``.
    ///
    /// - Parameters:
    ///   - port: The port on which the app's panel is to listen; not 0.
    ///   - token: The panel's token, at least 16 letters, digits, `-` or `_`; `nil`, the default,
    ///     means a random one.
    public init(port: UInt16, token: String? = nil) {
        precondition(
            port != 0, "port 0 names no panel: use the number of the port that the app listens on")
        let token = token ?? AccessToken().text
        precondition(
            LaunchOptions.isPanelToken(token),
            "a panel's token needs at least 16 letters, digits, \"-\" or \"_\"")
        client = PanelClient(address: Panel.address(port: port), token: token)
    }

    /// The address of the page, with the token, to open it in a browser.
    public var url: URL {
        guard let token = client.token else { return client.address }
        return Panel.address(client.address, with: token)
    }

    /// The environment that makes the app open its panel on this port with this token.
    ///
    /// Add it to the `launchEnvironment` of an `XCUIApplication`, or to the environment of a
    /// `Process`.
    public var launchEnvironment: [String: String] {
        [
            "BARRICADE_PANEL": "\(client.address.port ?? 0)",
            "BARRICADE_PANEL_TOKEN": client.token ?? "",
        ]
    }

    /// Waits until the app has opened its panel.
    ///
    /// - Throws: `BarricadeError.Code.unreachablePanel` after the timeout,
    ///   `BarricadeError.Code.wrongToken` if another app's panel has the port, or
    ///   `BarricadeError.Code.invalidLaunchOption` if an option of the launch cannot be read, or
    ///   has a name that is nearly that of a set, a response or a preset.
    public func waitUntilReady(timeout: Duration = .seconds(30)) async throws {
        let (end, pause) = (ContinuousClock.now + timeout, Duration.milliseconds(50))
        while true {
            do {
                let state = try await client.send(
                    .state, timeout: end - .now, as: Overview.self)
                return try state.checkLaunchOptions()
            } catch BarricadeError.Code.unreachablePanel where .now + pause < end {
                // There is no notification when another process begins to listen.
                try await Task.sleep(for: pause)
            }
        }
    }

    /// The barricade's present state.
    ///
    /// - Throws: `BarricadeError.Code.unreachablePanel` if the app has ended, as all methods do.
    public var overview: Overview {
        get async throws { try await client.send(.state, as: Overview.self) }
    }

    /// Returns the messages about all mistakes, including those in files.
    public func validate() async throws -> [String] {
        try await client.send(.faults, as: [String: [String]].self)["faults"] ?? []
    }
}
