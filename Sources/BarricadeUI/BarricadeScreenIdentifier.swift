/// The accessibility identifiers of the screen's controls, for UI tests.
///
/// ```swift
/// app.buttons[BarricadeScreenIdentifier.set("Login")].tap()
/// app.buttons[BarricadeScreenIdentifier.response("Offline", of: "Login")].tap()
/// ```
///
/// They are part of the public interface. A UI test that links no debug code writes them as text.
public enum BarricadeScreenIdentifier {
    /// The sentence about the differences from the defaults: `barricade.differences`.
    public static let differences = "barricade.differences"
    /// The button that resets all sets: `barricade.reset`.
    public static let reset = "barricade.reset"
    /// The button that confirms a reset: `barricade.reset.confirm`.
    public static let confirmReset = "barricade.reset.confirm"
    /// The button that undoes the latest reset: `barricade.undo`.
    public static let undo = "barricade.undo"
    /// The button that closes the screen: `barricade.done`.
    public static let done = "barricade.done"
    /// The choice of the network conditions: `barricade.conditions`.
    public static let conditions = "barricade.conditions"
    /// The choice of the unmatched policy: `barricade.unmatched`.
    public static let unmatchedPolicy = "barricade.unmatched"
    /// The button that releases all held requests: `barricade.release-all`.
    public static let releaseAll = "barricade.release-all"
    /// The row that opens the log: `barricade.log`.
    public static let log = "barricade.log"
    /// The button that pauses the log: `barricade.log.pause`.
    public static let pauseLog = "barricade.log.pause"
    /// The button that clears the log: `barricade.log.clear`.
    public static let clearLog = "barricade.log.clear"
    /// The row that opens the set of a request: `barricade.open-set`.
    public static let openSet = "barricade.open-set"
    /// The switch that shows the secrets of requests and replies: `barricade.show-secrets`.
    public static let showSecrets = "barricade.show-secrets"
    /// The row that opens a body to read and search it: `barricade.read-body`.
    public static let readBody = "barricade.read-body"
    /// The row that opens the facts about the barricade: `barricade.about`.
    public static let about = "barricade.about"

    /// The row of a set, which opens it: `barricade.set.Login`.
    public static func set(_ name: String) -> String { "barricade.set.\(name)" }

    /// A response in an opened set, which selects it: `barricade.response.Login.Offline`.
    public static func response(_ name: String, of set: String) -> String {
        "barricade.response.\(set).\(name)"
    }

    /// The choice of a set's mode in its detail: `barricade.mode.Login`.
    public static func mode(of set: String) -> String { "barricade.mode.\(set)" }

    /// A filter of the log: `barricade.log.filter.unmatched`.
    public static func logFilter(_ name: String) -> String { "barricade.log.filter.\(name)" }

    /// A preset's chip: `barricade.preset.Offline`.
    public static func preset(_ name: String) -> String { "barricade.preset.\(name)" }

    /// The header of a group, which collapses it: `barricade.group.Shop`.
    public static func group(_ name: String) -> String { "barricade.group.\(name)" }

    /// A held request, whose menu releases it: `barricade.held.7`.
    public static func heldRequest(_ id: Int) -> String { "barricade.held.\(id)" }

    /// A control that makes or edits responses, by its name: `barricade.editor.save`.
    ///
    /// The fields are `set`, `pattern`, `name`, `outcome`, `status`, `delay`, `kind`, `body`; the
    /// buttons `new-set`, `new-response`, `copy`, `edit`, `keep`, `add-header`, `save`,
    /// `save-and-select`, `save-to-folder`, `cancel`, `delete`.
    public static func editor(_ control: String) -> String { "barricade.editor.\(control)" }

    /// A request in the log: `barricade.request.7`.
    public static func request(_ id: Int) -> String { "barricade.request.\(id)" }
}
