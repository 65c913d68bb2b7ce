#if DEBUG && (os(Linux) || os(macOS))
import Barricade

@testable import TestSupport

/// A tab of the browser, and what its page has done.
final class Tab: Sendable {
    private struct Seen {
        var origin: String?
        var requests: [String] = []
        var mistakes: [String] = []
        /// The URL of the page that it loads.
        var loading = ""
    }

    private let connection: BrowserConnection
    private let session: String
    private let context: JSONValue
    private let seen = Locked(Seen())
    /// The URLs of the pages that have been loaded.
    let loaded = Events<String>()

    /// The longest time in milliseconds that a test waits for its page.
    ///
    /// Other tests may have all processors meanwhile. Only a test that fails waits for so long.
    static let patience = 120_000

    init(
        _ connection: BrowserConnection, context: JSONValue, target: JSONValue
    ) async throws {
        let attached = try await connection.send(
            "Target.attachToTarget", ["targetId": target, "flatten": true])
        (self.connection, self.context) = (connection, context)
        session = attached["sessionId"]?.string ?? ""
        connection.listen(to: session) { [weak self] in self?.note($0, $1) }
        for domain in ["Page", "Runtime", "Network", "Log", "DOM"] {
            try await send("\(domain).enable")
        }
        // Focus and keys are as in front, whatever other windows the browser has.
        try await send("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try await resize()
    }

    deinit {
        connection.listen(to: session, nil)
    }

    func resize(width: Int = 1280, height: Int = 800) async throws {
        try await send(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(width), "height": .integer(height), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    /// Ends the page, and what it has kept; the tab is empty for the next test then.
    func leave() async throws {
        try await evaluate("localStorage.clear(); sessionStorage.clear()")
        try await send("Page.navigate", ["url": "about:blank"])
        // What it emulates ends with the session.
        try await connection.send("Target.detachFromTarget", ["sessionId": .string(session)])
    }

    @discardableResult
    func send(_ command: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        try await connection.send(command, parameters, session: session)
    }

    // MARK: What the page has done

    /// The errors of its scripts, what they logged as errors, and breaches of its policy.
    var mistakes: [String] { seen.withLock { $0.mistakes } }

    /// The URLs of all its requests.
    var requests: [String] { seen.withLock { $0.requests } }

    /// The URLs of its requests to anyone but the server of the page.
    var foreignRequests: [String] {
        seen.withLock { seen in
            seen.requests.filter { url in
                !url.hasPrefix("\(seen.origin ?? "")/") && !url.hasPrefix("blob:")
            }
        }
    }

    private func note(_ event: String, _ details: JSONValue) {
        switch event {
        case "Page.frameNavigated":
            seen.withLock { $0.loading = details["frame"]?["url"]?.string ?? "" }
        case "Page.javascriptDialogOpening":
            // It asks whether to leave what was typed.
            Task { try await send("Page.handleJavaScriptDialog", ["accept": true]) }
        case "Page.loadEventFired":
            loaded.add(seen.withLock { $0.loading })
        case "Network.requestWillBeSent":
            guard let url = details["request"]?["url"]?.string else { return }
            seen.withLock { $0.requests.append(url) }
        case "Runtime.exceptionThrown":
            let exception = details["exceptionDetails"]
            let text = exception?["exception"]?["description"] ?? exception?["text"]
            seen.withLock { $0.mistakes.append(text?.string ?? "exception") }
        case "Runtime.consoleAPICalled":
            guard ["error", "warning", "assert"].contains(details["type"]?.string) else { return }
            let values = details["args"]?.array ?? []
            let text = values.compactMap { $0["value"]?.string ?? $0["description"]?.string }
            seen.withLock { $0.mistakes.append(text.joined(separator: " ")) }
        case "Log.entryAdded":
            let entry = details["entry"]
            // A server that is away, or a refusal, is what some tests want.
            guard entry?["level"]?.string == "error", entry?["source"]?.string != "network" else {
                return
            }
            seen.withLock { $0.mistakes.append(entry?["text"]?.string ?? "error") }
        default:
            break
        }
    }

    // MARK: Reading the page

    /// Opens a page.
    func open(_ url: URL) async throws {
        let origin = "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 80)"
        seen.withLock { $0.origin = origin }
        try await send("Page.navigate", ["url": .string(url.absoluteString)])
    }

    /// Loads the page anew.
    func reload() async throws {
        try await evaluate("document.documentElement.dataset.isOld = ''")
        try await send("Page.reload")
        try await wait(until: "!('isOld' in document.documentElement.dataset)")
    }

    /// Evaluates JavaScript in the page, waits for its promise, and returns its value.
    @discardableResult
    func evaluate(_ script: String) async throws -> JSONValue {
        let reply = try await send(
            "Runtime.evaluate",
            [
                "expression": .string(script), "awaitPromise": true, "returnByValue": true,
                "userGesture": true,
            ])
        if let details = reply["exceptionDetails"] {
            let text = details["exception"]?["description"] ?? details["text"]
            throw BrowserFault.script("\(text?.string ?? "unknown") in \(script)")
        }
        return reply["result"]?["value"] ?? nil
    }

    /// Waits until an expression is true, and returns the time that took, in milliseconds of the page.
    @discardableResult
    func wait(until condition: String) async throws -> Double {
        let script = """
            new Promise((resolve) => {
                const start = performance.now();
                const look = () => {
                    const time = performance.now() - start;
                    let isMet = false;
                    try { isMet = \(condition); } catch {}
                    if (!isMet && time < \(Self.patience)) return;
                    observer.disconnect();
                    clearInterval(timer);
                    resolve(isMet ? time : -1);
                };
                // Values of controls, and the focus, change without a mutation.
                const observer = new MutationObserver(look);
                const timer = setInterval(look, 50);
                observer.observe(document, {
                    subtree: true, childList: true, attributes: true, characterData: true,
                });
                look();
            })
            """
        let deadline = ContinuousClock.now + .milliseconds(Self.patience)
        while ContinuousClock.now < deadline {
            do {
                let time = try await evaluate(script).double ?? -1
                if time >= 0 { return time }
            } catch BrowserFault.refused {
                // The page has been replaced meanwhile; its successor is asked.
                continue
            }
            break
        }
        let text = try await evaluate("document.body.innerText").string ?? ""
        throw BrowserFault.timedOut("\(condition)\nThe page shows:\n\(text.prefix(2_000))")
    }

    /// Lets the page work for a moment, between two looks at something that no event tells.
    func pause() async throws {
        try await evaluate("new Promise((resolve) => setTimeout(resolve, 20))")
    }

    /// Waits until the page shows a text.
    func see(_ text: String) async throws {
        try await wait(until: "document.body.innerText.includes(\(text.asScript))")
    }

    /// Asks for `light` or `dark` colours, perhaps with more contrast, or for those of the system.
    func prefer(
        colours scheme: String, contrast: String = "no-preference", forced: String = "none"
    ) async throws {
        let features = [
            "prefers-color-scheme": scheme, "prefers-contrast": contrast, "forced-colors": forced,
            // So that each state has its colours at once.
            "prefers-reduced-motion": "reduce",
        ]
        let list = features.map { name, value -> JSONValue in
            ["name": .string(name), "value": .string(value)]
        }
        try await send("Emulation.setEmulatedMedia", ["features": .array(list)])
    }

    /// Lets the page read and write the clipboard.
    func allowClipboard(at origin: String) async throws {
        var grant = context
        grant["origin"] = .string(origin)
        grant["permissions"] = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        try await connection.send("Browser.grantPermissions", grant)
    }

    /// Saves the page's downloads in a folder.
    func download(to folder: URL) async throws {
        var behavior = context
        behavior["behavior"] = "allow"
        behavior["downloadPath"] = .string(folder.path)
        try await connection.send("Browser.setDownloadBehavior", behavior)
    }

    /// Returns a picture of what the tab shows, as PNG.
    func screenshot() async throws -> Data {
        let reply = try await send("Page.captureScreenshot", ["format": "png"])
        return reply["data"]?.string.flatMap { Data(base64Encoded: $0) } ?? Data()
    }
}

extension ScratchFolder {
    /// Waits for a file that a tab downloads to the folder, and returns its text.
    func text(of name: String, in tab: Tab) async throws -> String {
        let deadline = ContinuousClock.now + .milliseconds(Tab.patience)
        // It has another name until it is whole; an empty file may keep its own free.
        while try !names().contains(name) || read(name).isEmpty {
            guard ContinuousClock.now < deadline else { throw BrowserFault.timedOut(name) }
            try await tab.pause()
        }
        return try read(name)
    }
}

extension String {
    /// The text as a string literal of JavaScript.
    var asScript: String {
        let json = try? JSONEncoder().encode([self])
        return String(decoding: (json ?? Data("[\"\"]".utf8)).dropFirst().dropLast(), as: UTF8.self)
    }
}
#endif
