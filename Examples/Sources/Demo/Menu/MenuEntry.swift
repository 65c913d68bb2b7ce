/// Something that the menu offers under a number.
enum MenuEntry: Equatable {
    case response(String, set: String)
    case preset(String)

    /// What stands behind the number.
    var name: String {
        switch self {
        case .response(let name, _), .preset(let name): name
        }
    }

    /// Where it is found, for messages.
    var place: String {
        switch self {
        case .response(_, let set): set
        case .preset: "Presets"
        }
    }
}
