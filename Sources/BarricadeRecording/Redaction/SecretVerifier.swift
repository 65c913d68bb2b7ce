import Barricade
import BarricadeCommon
import Foundation

/// A check of files for secrets, with errors that say where they are, never what they are.
struct SecretVerifier {
    private let search: SecretSearch

    init(_ index: SecretIndex) {
        search = SecretSearch(index)
    }

    /// - Throws: `BarricadeError.Code.secretInFile` with file and place.
    func verify(_ data: Data, at path: String) throws(BarricadeError) {
        if search.finds(in: Array(path.utf8)) {
            throw fault("The path of a file holds a known secret: \(shown(path)).")
        }
        let bytes = Array(data)
        guard search.finds(in: bytes) else { return }
        throw fault("\(path.shortened) holds a known secret\(place(in: bytes)).")
    }

    private func fault(_ text: String) -> BarricadeError {
        BarricadeError(
            .secretInFile,
            """
            \(text)

            To fix: take it out of the file, or add its name to the rules:
              Redaction { $0.names.insert("…") }
            """)
    }

    /// Returns a path without the parts that hold secrets.
    private func shown(_ path: String) -> String {
        path.split(separator: "/").map { part in
            search.finds(in: Array(part.utf8)) ? Secrets.mask : String(part)
        }.joined(separator: "/")
    }

    /// Returns the place of a secret, as the end of a sentence; empty if it is unknown.
    private func place(in bytes: [UInt8]) -> String {
        if let node = try? JSONNode.read(bytes),
            let place = place(in: node, JSONPath())
        {
            return " at \(place)"
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.firstIndex { search.finds(in: Array($0)) }.map { " in line \($0 + 1)" } ?? ""
    }

    private func place(in node: JSONNode, _ place: JSONPath) -> JSONPath? {
        switch node.content {
        case .scalar:
            return search.finds(in: Array(node.token.utf8)) ? place : nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let found = self.place(in: element, place.appending(.index(index))) {
                    return found
                }
            }
        case .object(let members):
            for member in members {
                // A secret name is not shown.
                if search.finds(in: Array(member.token.utf8)) { return place }
                if let found = self.place(in: member.value, place.appending(.key(member.key))) {
                    return found
                }
            }
        }
        return nil
    }
}
