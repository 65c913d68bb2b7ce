import Barricade
import BarricadeCommon
import BarricadeResources

extension ManifestPlace {
    /// The place for messages about what is made of it.
    var origin: ResponseSet.Origin {
        ResponseSet.Origin(fileID: file.name, line: UInt(file.line(of: node.offset)))
    }

    /// Notes a name that another one has.
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

    /// Notes a name that nothing has, at the member with it.
    func noteUnknown(_ name: String, _ what: String, among known: [String], at key: String) {
        let place = members()?.first { $0.key.key == key }?.place ?? self
        place.note(
            """
            knows no \(what) "\(name.shortened)". \
            \(NameSuggestion.known(nearestTo: name, among: known))
            """)
    }

    /// Notes a key that an object here may not have.
    func refuse(_ key: String, _ problem: String) {
        guard case .object(let members) = node.content,
            let member = members.first(where: { $0.key == key })
        else { return }
        file.note(problem, at: member.offset, path.appending(.key(key)))
    }
}
