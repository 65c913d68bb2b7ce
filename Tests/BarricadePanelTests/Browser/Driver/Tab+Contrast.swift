#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import Foundation

/// How well something of the page is seen beside what surrounds it.
struct Contrast: CustomStringConvertible {
    let part: String
    let ratio: Double
    let wanted: Double
    let title: String
    let place: String

    init?(_ json: JSONValue, in place: String) {
        guard let part = json["part"]?.string, let ratio = json["ratio"]?.double,
            let wanted = json["wanted"]?.double, let title = json["title"]?.string
        else { return nil }
        (self.part, self.ratio, self.wanted, self.title) = (part, ratio, wanted, title)
        self.place = place
    }

    /// What tells it apart from others.
    var key: String { "\(part) \(title) \(String(format: "%.2f", ratio))" }
    var description: String {
        "\(String(format: "%.2f", ratio)) of \(wanted): \(part) of \(title), \(place)"
    }
}

/// A page in a browser, which a pointer can reach.
protocol ReachablePage {
    @discardableResult func evaluate(_ script: String) async throws -> JSONValue
    /// Makes the browser show a focus that a script sets.
    func showFocus() async throws
    /// Moves the pointer to a place, and perhaps presses or releases its button there.
    func mouse(_ action: MouseAction, at place: JSONValue) async throws
}

enum MouseAction {
    case move, press, release
}

// The contrast of all that the page shows.
extension ReachablePage {
    /// Returns the contrasts of everything as it is now, and perhaps of each control that the page has
    /// not shown before in these colours: with the pointer on it, pressed, and with the focus.
    func contrasts(in scene: String, ofControls: Bool) async throws -> [Contrast] {
        try await evaluate(Contrast.script)
        func found(_ script: String, _ state: String) async throws -> [Contrast] {
            (try await evaluate(script).array ?? []).compactMap {
                Contrast($0, in: "\(scene), \(state)")
            }
        }
        try await mouse(.move, at: ["x": 0, "y": 0])
        var all = try await found("contrast.page()", "at rest")
        guard ofControls else { return all }
        let controls = try await evaluate("contrast.newControls()").array ?? []
        var isPressed = false
        for control in controls.compactMap(\.int) {
            let place = try await evaluate("contrast.place(\(control))")
            // A button is let go on the next control, so that it does nothing.
            try await mouse(isPressed ? .release : .move, at: place)
            all += try await found("contrast.control(\(control))", "hover")
            isPressed = place["kind"] == "button"
            guard isPressed else { continue }
            try await mouse(.press, at: place)
            all += try await found("contrast.control(\(control))", "pressed")
        }
        if isPressed { try await mouse(.release, at: ["x": 0, "y": 0]) }
        try await showFocus()
        return try await all + found("contrast.focused(\(JSONValue.array(controls)))", "focused")
    }
}

extension Tab: ReachablePage {
    /// After a key, the focus is shown.
    func showFocus() async throws { try await press("Tab") }

    func mouse(_ action: MouseAction, at place: JSONValue) async throws {
        let type: JSONValue =
            switch action {
            case .move: "mouseMoved"
            case .press: "mousePressed"
            case .release: "mouseReleased"
            }
        try await send(
            "Input.dispatchMouseEvent",
            [
                "type": type, "x": place["x"] ?? nil, "y": place["y"] ?? nil, "clickCount": 1,
                "button": action == .move ? "none" : "left",
            ])
    }
}

extension Contrast {
    /// Defines `contrast`, which looks at a page.
    static let script =
        (try? String(
            contentsOf: Bundle.module.bundleURL.appendingPathComponent("Scripts/contrast.js"),
            encoding: .utf8)) ?? ""
}
#endif
