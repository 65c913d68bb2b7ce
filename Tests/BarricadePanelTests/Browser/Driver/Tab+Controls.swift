#if DEBUG && (os(Linux) || os(macOS))
import Barricade

/// A control as assistive technology finds it: by its role and its name.
struct Control: CustomStringConvertible {
    let role: String
    let name: String

    static func button(_ name: String) -> Control { Control(role: "button", name: name) }
    static func radio(_ name: String) -> Control { Control(role: "radio", name: name) }
    static func menu(_ name: String) -> Control { Control(role: "combobox", name: name) }
    static func field(_ name: String) -> Control { Control(role: "searchbox", name: name) }

    var description: String { "\(role) “\(name)”" }
}

/// What people do with a page, or wait to see.
enum Step {
    case click(Control)
    case focus(Control)
    case choose(String, in: Control)
    case press(String)
    case type(String)
    /// Types into a field of the form that edits a response, in place of what is there.
    case fill(String, with: String)
    /// Waits until the page shows a text.
    case see(String)
    /// Waits until an expression of JavaScript is true.
    case until(String)
}

// What people do with a page, by mouse and by keyboard.
extension Tab {
    /// Goes through steps, one after the other.
    func perform(_ steps: Step...) async throws {
        for step in steps {
            switch step {
            case .click(let control): try await click(control)
            case .focus(let control): try await focus(control)
            case .choose(let option, let control): try await choose(option, in: control)
            case .press(let key): try await press(key)
            case .type(let text): try await type(text)
            case .fill(let field, let text): try await fill(field, with: text)
            case .see(let text): try await see(text)
            case .until(let condition): try await wait(until: condition)
            }
        }
    }

    /// Waits for a control, and returns a handle on its element.
    private func element(_ control: Control) async throws -> JSONValue {
        let deadline = ContinuousClock.now + .milliseconds(Self.patience)
        while ContinuousClock.now < deadline {
            if let element = try? await find(control) { return element }
            try await pause()
        }
        throw BrowserFault.timedOut("\(control)")
    }

    private func find(_ control: Control) async throws -> JSONValue? {
        guard let node = try await node(control) else { return nil }
        let resolved = try await send("DOM.resolveNode", ["backendNodeId": node])
        return resolved["object"]?["objectId"]
    }

    /// Returns the number of a control's node, which may be gone a moment later.
    private func node(_ control: Control) async throws -> JSONValue? {
        let root = try await send("Runtime.evaluate", ["expression": "document"])
        let found = try await send(
            "Accessibility.queryAXTree",
            [
                "objectId": root["result"]?["objectId"] ?? nil, "role": .string(control.role),
                "accessibleName": .string(control.name),
            ])
        let nodes = found["nodes"]?.array ?? []
        return nodes.first { $0["ignored"]?.bool != true }?["backendDOMNodeId"]
    }

    /// Whether there is such a control now.
    func has(_ control: Control) async throws -> Bool {
        try await node(control) != nil
    }

    /// Calls a function of JavaScript whose `this` is the element of a control.
    @discardableResult
    func call(_ function: String, on control: Control) async throws -> JSONValue {
        let reply = try await send(
            "Runtime.callFunctionOn",
            [
                "functionDeclaration": .string("function() { \(function) }"),
                "objectId": try await element(control), "awaitPromise": true,
                "returnByValue": true, "userGesture": true,
            ])
        return reply["result"]?["value"] ?? nil
    }

    /// Calls such a function until it returns something; the page may replace the element meanwhile.
    private func result(
        of function: String, on control: Control, for purpose: String
    ) async throws -> JSONValue {
        let deadline = ContinuousClock.now + .milliseconds(Self.patience)
        while ContinuousClock.now < deadline {
            let value = try await call(function, on: control)
            if value != .null { return value }
            try await pause()
        }
        throw BrowserFault.timedOut("\(purpose) \(control)")
    }

    /// Clicks into the middle of a control, once that has stayed where it is for some frames.
    ///
    /// The page may move it between the look and the click. So what does not hit the control is kept
    /// from the page, and the click is made anew.
    func click(_ control: Control) async throws {
        let deadline = ContinuousClock.now + .milliseconds(Self.patience)
        while ContinuousClock.now < deadline {
            let middle = try await result(of: Self.aim, on: control, for: "a click on")
            for type in ["mousePressed", "mouseReleased"] {
                var event = middle
                event["type"] = .string(type)
                event["button"] = "left"
                event["clickCount"] = 1
                try await send("Input.dispatchMouseEvent", event)
            }
            // A page that was left by the click knows nothing of it.
            if try await evaluate("globalThis.lastClick?.end()") != false { return }
        }
        throw BrowserFault.timedOut("a click on \(control)")
    }

    /// Returns the middle of an element that stays, and sees to it that nothing else is clicked;
    /// `null` if it does not stay.
    private static let aim = """
        this.scrollIntoView({ block: 'nearest' });
        const isHit = (target) => this.contains(target) || target.closest?.('label')?.control === this;
        const stop = new AbortController();
        globalThis.lastClick = {
            isOurs: false,
            end() {
                stop.abort();
                return this.isOurs;
            },
        };
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
            addEventListener(type, (event) => {
                if (!event.isTrusted) return;
                if (!isHit(event.target)) {
                    event.preventDefault();
                    event.stopImmediatePropagation();
                } else if (type === 'click') {
                    globalThis.lastClick.isOurs = true;
                }
            }, { capture: true, signal: stop.signal });
        }
        return new Promise((resolve) => {
            let [last, frames, looks] = [null, 0, 0];
            const look = () => {
                const box = this.getBoundingClientRect();
                const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
                const isHere = isHit(document.elementFromPoint(middle.x, middle.y) ?? document);
                frames = isHere && middle.x === last?.x && middle.y === last?.y ? frames + 1 : 0;
                last = middle;
                looks += 1;
                if (frames === 3) return resolve(middle);
                if (this.isConnected && looks < 100) return requestAnimationFrame(look);
                stop.abort();
                resolve(null);
            };
            look();
        });
        """

    /// Chooses an option of a menu, once the menu has it.
    func choose(_ option: String, in control: Control) async throws {
        _ = try await result(
            of: """
                const option = [...this.options].find((it) => it.text === \(option.asScript));
                if (!option || !this.isConnected) return null;
                this.value = option.value;
                this.dispatchEvent(new Event('input', { bubbles: true }));
                this.dispatchEvent(new Event('change', { bubbles: true }));
                return true;
                """, on: control, for: "\(option) in")
    }

    /// Moves the focus to a control.
    func focus(_ control: Control) async throws {
        try await call("this.focus();", on: control)
    }

    /// Presses and releases a key: `ArrowDown`, `Enter`, `/`, `2`.
    func press(_ key: String) async throws {
        let codes = [
            "Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "Home": 36,
            "End": 35,
        ]
        let code = codes[key] ?? key.uppercased().unicodeScalars.first.map { Int($0.value) } ?? 0
        let isText = key.count == 1 || key == "Enter"
        var event: JSONValue = [
            "type": "keyDown", "key": .string(key), "windowsVirtualKeyCode": .integer(code),
        ]
        if isText { event["text"] = .string(key == "Enter" ? "\r" : key) }
        try await send("Input.dispatchKeyEvent", event)
        event["type"] = "keyUp"
        event["text"] = nil
        try await send("Input.dispatchKeyEvent", event)
    }

    /// Types a text into what has the focus.
    func type(_ text: String) async throws {
        try await send("Input.insertText", ["text": .string(text)])
    }

    private func fill(_ field: String, with text: String) async throws {
        let control = "document.querySelector('#edit-\(field)')"
        try await wait(until: "\(control) !== null")
        try await evaluate("\(control).focus(); \(control).select()")
        try await type(text)
    }

    /// The roles and names of all that assistive technology finds in the page.
    func accessibilityTree() async throws -> [Control] {
        let tree = try await send("Accessibility.getFullAXTree")
        return (tree["nodes"]?.array ?? []).filter { $0["ignored"]?.bool != true }.map { node in
            Control(
                role: node["role"]?["value"]?.string ?? "",
                name: node["name"]?["value"]?.string ?? "")
        }
    }
}
#endif
