@testable import TestSupport

extension ScratchFolder {
    /// Writes a folder of sets; `<name>` in an argument of a command line stands for its path.
    @discardableResult
    func writeSets(_ sets: String, to name: String) throws -> String {
        try write(#"{ "version": 1, "sets": [\#(sets)] }"#, to: "\(name)/barricade.json")
        return file(name).path
    }

    /// A set that gives one response, as JSON of a manifest.
    static func set(_ on: String, _ response: String, named name: String? = nil) -> String {
        """
        { "name": "\(name ?? on)", "on": "\(on)", "responses": [{ "name": "One", \(response) }] }
        """
    }
}
