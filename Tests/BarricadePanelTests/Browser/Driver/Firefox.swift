#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import Testing

@testable import TestSupport

/// The Firefox of this machine, without a window, and its one page (Marionette's protocol).
final class Firefox: Sendable {
    /// The path of its program: `FIREFOX` in the environment, or one of the usual places.
    static let program: String? = {
        let named = ProcessInfo.processInfo.environment["FIREFOX"]
        let places =
            named.map { [$0] } ?? [
                "/usr/bin/firefox-esr", "/usr/bin/firefox",
                "/Applications/Firefox.app/Contents/MacOS/firefox",
            ]
        return places.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    private let process: ChildProcess
    private let client: Locked<(client: Client, lastID: Int)>

    /// Starts it; it ends with this process, and leaves nothing behind.
    static func start() async throws -> Firefox {
        let program = try #require(program)
        let firefox = try await onThread { try Firefox(program) }
        try await firefox.send("WebDriver:NewSession")
        try await firefox.send("WebDriver:SetTimeouts", ["script": .integer(Tab.patience)])
        return firefox
    }

    private init(_ program: String) throws {
        process = try ChildProcess("/bin/sh", ["-c", Self.script, program])
        let line = String(decoding: process.output.availableData, as: UTF8.self)
        let port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines))
        let client = try Client(port: try #require(port))
        // It greets.
        _ = try client.frame()
        self.client = Locked((client, 0))
    }

    deinit {
        // Exit tests do not end while a process that has ended is not waited for.
        Task.detached { [process] in _ = await process.end() }
    }

    private static let script = """
        trap '' INT TERM HUP
        profile=$(mktemp -d) || exit
        echo 'user_pref("marionette.port", 0); user_pref("ui.prefersReducedMotion", 1);' \
            >"$profile/user.js"
        "$0" --headless --marionette --remote-allow-system-access --no-remote \
            --profile "$profile" </dev/null >/dev/null 2>&1 &
        until test -s "$profile/MarionetteActivePort" || ! kill -0 $!; do sleep 0.05; done
        cat "$profile/MarionetteActivePort"
        exec >/dev/null
        cat
        # It ignores what this shell ignores.
        kill -KILL $!
        wait
        rm -rf "$profile"
        """

    /// Sends a command, and returns its result.
    @discardableResult
    func send(_ command: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        try await onThread { [self] in
            try client.withLock { state in
                state.lastID += 1
                let message: JSONValue = [0, .integer(state.lastID), .string(command), parameters]
                let data = try JSONEncoder().encode(message)
                state.client.send("\(data.count):" + String(decoding: data, as: UTF8.self))
                let reply = try JSONReader.read(try state.client.frame()).array ?? []
                if let fault = reply[2]["message"]?.string { throw BrowserFault.refused(fault) }
                return reply[3]
            }
        }
    }
}

extension Client {
    /// Reads a message of Marionette's: its length, a colon, and JSON.
    fileprivate func frame() throws -> Data {
        let length = try text(before: ":")
        return try bytes(count: try #require(Int(length)))
    }
}

// What tests do with its page.
extension Firefox: ReachablePage {
    func open(_ url: URL) async throws {
        try await send("WebDriver:Navigate", ["url": .string(url.absoluteString)])
    }

    /// Evaluates JavaScript in the page, waits for its promise, and returns its value.
    @discardableResult
    func evaluate(_ script: String) async throws -> JSONValue {
        let reply = try await send(
            "WebDriver:ExecuteScript",
            [
                "script": .string("return eval(\(script.asScript))"), "args": [],
                // One in which values stay.
                "sandbox": "tests", "newSandbox": false,
            ])
        return reply["value"] ?? nil
    }

    /// Waits until an expression is true.
    func wait(until condition: String) async throws {
        let deadline = ContinuousClock.now + .milliseconds(Tab.patience)
        while ContinuousClock.now < deadline {
            let look = "(() => { try { return Boolean(\(condition)); } catch { return false; } })()"
            if try await evaluate(look) == true { return }
            try await evaluate("new Promise((resolve) => setTimeout(resolve, 20))")
        }
        throw BrowserFault.timedOut(condition)
    }

    /// Presses and releases a key.
    func press(_ key: String) async throws {
        // The WebDriver standard gives keys without a letter one of the private Unicode characters.
        let named = [
            "Tab": "\u{E004}", "Escape": "\u{E00C}", "ArrowDown": "\u{E015}", "Home": "\u{E011}",
            "End": "\u{E010}",
        ]
        let actions = ["keyDown", "keyUp"].map { type -> JSONValue in
            ["type": .string(type), "value": .string(named[key] ?? key)]
        }
        try await send(
            "WebDriver:PerformActions",
            ["actions": [["type": "key", "id": "keys", "actions": .array(actions)]]])
    }

    /// The option of `focus()` does it; after the last control, a tab would leave the page.
    func showFocus() {}

    func mouse(_ action: MouseAction, at place: JSONValue) async throws {
        func whole(_ name: String) -> JSONValue {
            .integer(Int((place[name]?.double ?? 0).rounded()))
        }
        var actions: [JSONValue] = [
            ["type": "pointerMove", "duration": 0, "x": whole("x"), "y": whole("y")]
        ]
        if action != .move {
            actions.append(["type": action == .press ? "pointerDown" : "pointerUp", "button": 0])
        }
        try await send(
            "WebDriver:PerformActions",
            ["actions": [["type": "pointer", "id": "mouse", "actions": .array(actions)]]])
    }

    /// Asks for `light` or `dark` colours.
    func prefer(colours scheme: String) async throws {
        let value = scheme == "dark" ? 0 : 1
        try await send("Marionette:SetContext", ["value": "chrome"])
        try await send(
            "WebDriver:ExecuteScript",
            [
                "script": .string(
                    """
                    Services.prefs.setIntPref(
                        'layout.css.prefers-color-scheme.content-override', \(value))
                    """), "args": [],
            ])
        try await send("Marionette:SetContext", ["value": "content"])
        try await wait(until: "matchMedia('(prefers-color-scheme: \(scheme))').matches")
    }

    /// Returns the numbers and names of the controls that are seen, as assistive technology has
    /// them.
    ///
    /// - Parameter known: The numbers of those that are of no interest.
    func controls(besides known: Set<String>) async throws -> [(id: String, name: String)] {
        let found = try await evaluate(
            """
            [...document.querySelectorAll('button, select, input, textarea, nav, section[aria-label]')]
                .filter((it) => it.checkVisibility())
                // What is behind an open dialog cannot be reached, and has no name.
                .filter((it) => it.closest('dialog') || !document.querySelector('dialog[open]'))
            """)
        var controls: [(id: String, name: String)] = []
        for element in found.array ?? [] {
            guard let id = element.object?.first?.value.string, !known.contains(id) else {
                continue
            }
            do {
                let label = try await send("WebDriver:GetComputedLabel", ["id": .string(id)])
                controls.append((id, label["value"]?.string ?? ""))
            } catch BrowserFault.refused(let reason) where reason.contains(" is stale;") {
                // The page has put another one in its place meanwhile; the next look finds that.
            }
        }
        return controls
    }
}
#endif
