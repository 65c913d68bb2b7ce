import Barricade
import BarricadeCommon
import BarricadeResources

extension ManifestPlace {
    /// The place of what is made from it, for messages.
    var origin: ResponseSet.Origin {
        ResponseSet.Origin(fileID: file.name, line: UInt(file.line(of: node.offset)))
    }

    /// Notes a duplicate name.
    func checkUnique(_ name: String, among places: inout [String: ManifestPlace], _ what: String) {
        if let first = places[name] {
            let line = first.file.line(of: first.node.offset)
            note(
                "has the name of another \(what), \"\(name.shortened)\" (\(first.file.name):\(line))"
            )
        } else {
            places[name] = self
        }
    }

    /// Notes an unknown name, at its member.
    func noteUnknown(_ name: String, _ what: String, among known: [String], at key: String) {
        let place = members()?.first { $0.key.key == key }?.place ?? self
        place.note(
            """
            knows no \(what) "\(name.shortened)". \
            \(NameSuggestion.known(nearestTo: name, among: known))
            """)
    }

    /// Notes a key that is not allowed here.
    func refuse(_ key: String, _ problem: String) {
        guard case .object(let members) = node.content,
            let member = members.first(where: { $0.key == key })
        else { return }
        file.note(problem, at: member.offset, path.appending(.key(key)))
    }
}
