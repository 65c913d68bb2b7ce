import Barricade
import BarricadeCommon
import BarricadeResources

/// A value in a file, with its place for messages.
struct ManifestPlace: Sendable {
    let node: JSONNode
    let path: JSONPath
    let file: ManifestFile

    package func note(_ problem: String) {
        file.note(problem, at: node.offset, path)
    }

    /// Notes a value of the wrong kind.
    func wants(_ wanted: String) {
        note("wants \(wanted), got \(got)")
    }

    private var got: String {
        switch node.content {
        case .array: "an array"
        case .object: "an object"
        case .scalar(""): "an empty string"
        case .scalar(.integer(let number)): "\(number)"
        case .scalar(.bool(let bool)): "\(bool)"
        case .scalar(let value): value.kind
        }
    }

    /// The members; `nil`, with a note, if it is not an object.
    func members() -> [(key: JSONNode.Member, place: ManifestPlace)]? {
        guard case .object(let members) = node.content else {
            wants("an object")
            return nil
        }
        return members.map { member in
            let place = ManifestPlace(
                node: member.value, path: path.appending(.key(member.key)), file: file)
            return (member, place)
        }
    }

    /// The elements; `nil`, with a note, if it is not an array.
    ///
    /// - Parameter example: An array for the note.
    func elements(like example: String? = nil) -> [ManifestPlace]? {
        guard case .array(let elements) = node.content else {
            wants("an array\(example.map { " like \($0)" } ?? "")")
            return nil
        }
        return elements.enumerated().map { index, element in
            ManifestPlace(node: element, path: path.appending(.index(index)), file: file)
        }
    }
}
