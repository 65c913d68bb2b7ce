#if DEBUG && (os(Linux) || os(macOS))
import Testing

@testable import TestSupport

/// The Chromium of this machine, if it has one.
enum Chromium {
    /// The path of its program: `CHROMIUM` in the environment, or one of the usual places.
    static let program: String? = {
        let named = ProcessInfo.processInfo.environment["CHROMIUM"]
        let places =
            named.map { [$0] } ?? [
                // The one without windows takes a third less.
                "/usr/bin/chromium-headless-shell",
                "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
                "/Applications/Chromium.app/Contents/MacOS/Chromium",
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            ]
        return places.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Starts it without a window; it ends with this process, and leaves nothing behind.
    ///
    /// Its debugging pipe is on the descriptors 3 and 4, where a shell puts its input and output.
    /// When this process ends, in whatever way, the pipe closes, Chromium ends, and the shell
    /// removes its profile.
    static func start(_ program: String) throws -> ChildProcess {
        try ChildProcess("/bin/sh", ["-c", script, program] + options)
    }

    private static let script = """
        trap '' INT TERM HUP
        profile=$(mktemp -d) || exit
        exec 3<&0 4>&1 </dev/null >/dev/null 2>&1
        "$0" "--user-data-dir=$profile" "$@"
        exec 3<&- 4>&-
        rm -rf "$profile"
        """

    private static let options = [
        "--headless=new", "--remote-debugging-pipe",
        // Less than half of the usual stack, so that a call takes no more arguments than in others.
        "--js-flags=--stack-size=400",
        // Its sandbox needs rights that containers do not have; it opens the tests' own page only.
        "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
        "--no-first-run", "--no-default-browser-check", "--disable-breakpad",
        "--disable-extensions", "--disable-sync", "--disable-component-update",
        "--disable-background-networking",
        "--disable-features=Translate,MediaRouter,BackForwardCache",
        // Each page would have a process of its own, which takes long to start.
        "--disable-site-isolation-trials",
        // No tab of a test is in front.
        "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
        "--disable-background-timer-throttling", "--password-store=basic", "--use-mock-keychain",
        "--hide-scrollbars",
        "--force-color-profile=srgb", "--disable-lcd-text", "--window-size=1280,800", "about:blank",
    ]
}

extension Trait where Self == ConditionTrait {
    /// Passes a test over where there is no Chromium.
    static var inChromium: Self {
        .enabled(
            if: Chromium.program != nil,
            "No Chromium was found. Install chromium-headless-shell, or name yours: CHROMIUM=…")
    }
}
#endif
