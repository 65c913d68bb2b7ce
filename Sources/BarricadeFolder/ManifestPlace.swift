import Barricade
import BarricadeCommon

/// A value in a file, with its place for messages.
///
/// It is a class, since each step of reading passes it on.
final class ManifestPlace: Sendable {
    let node: JSONNode
    let file: ManifestFile
    /// The number of steps to it.
    let depth: Int
    /// The place that it is in, and the step from there; `nil` for a whole file.
    private let outer: (place: ManifestPlace, step: JSONPath.Step)?

    init(_ node: JSONNode, in file: ManifestFile) {
        (self.node, self.file, depth, outer) = (node, file, 0, nil)
    }

    private init(_ node: JSONNode, in place: ManifestPlace, _ step: JSONPath.Step) {
        (self.node, file, depth, outer) = (node, place.file, place.depth + 1, (place, step))
    }

    var path: JSONPath { outer.map { $0.place.path.appending($0.step) } ?? JSONPath() }

    func note(_ problem: String) {
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
    func members() -> [JSONNode.Member]? {
        if case .object(let members) = node.content { return members }
        wants("an object")
        return nil
    }

    /// Returns the place of the value of one of its members.
    func place(of member: JSONNode.Member) -> ManifestPlace {
        ManifestPlace(member.value, in: self, .key(member.key))
    }

    /// Returns the value of a key; `nil` if there is none.
    func member(_ key: String) -> ManifestPlace? {
        node.member(key).map { ManifestPlace($0.value, in: self, .key(key)) }
    }

    /// The elements; `nil`, with a note, if it is not an array.
    ///
    /// - Parameter example: An array for the note.
    func elements(like example: String? = nil) -> [ManifestPlace]? {
        guard case .array(let elements) = node.content else {
            wants("an array\(example.map { " like \($0)" } ?? "")")
            return nil
        }
        return elements.indices.map { ManifestPlace(elements[$0], in: self, .index($0)) }
    }
}

extension ManifestPlace {
    /// The place of what is made from it, for messages.
    var origin: ResponseSet.Origin {
        ResponseSet.Origin(fileID: file.name, line: UInt(file.line(of: node.offset)))
    }

    /// Returns whether a name is there once, and notes a duplicate.
    @discardableResult
    func isUnique(
        _ name: String, among places: inout [String: ManifestPlace], _ what: String
    ) -> Bool {
        guard let first = places.updateValue(self, forKey: name) else { return true }
        places[name] = first
        let line = first.file.line(of: first.node.offset)
        note("has the name of another \(what), \"\(name.shortened)\" (\(first.file.name):\(line))")
        return false
    }

    /// Notes an unknown name, at its member.
    func noteUnknown(_ name: String, _ what: String, among known: [String], at key: String) {
        (member(key) ?? self).note(
            """
            knows no \(what) "\(name.shortened)". \
            \(NameSuggestion.known(nearestTo: name, among: known.filter { !$0.isEmpty }))
            """)
    }

    /// Notes a key that is not allowed here.
    func refuse(_ key: String, _ problem: String) {
        guard let member = node.member(key) else { return }
        file.note(problem, at: member.offset, path.appending(.key(key)))
    }
}
