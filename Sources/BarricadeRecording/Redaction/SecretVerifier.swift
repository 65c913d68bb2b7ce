import Barricade
import BarricadeFolder
import Foundation

/// A check of files for secrets; its errors name the places, never the secrets.
struct SecretVerifier {
    let search: SecretIndex

    /// - Throws: `BarricadeError.Code.secretInFile` with file, place, rule, and how to allow it.
    func verify(_ data: Data, at path: String) throws(BarricadeError) {
        if let found = search.first(in: Array(path.utf8)) {
            let shown = path.split(separator: "/").map { part in
                search.first(in: Array(part.utf8)) != nil ? Secrets.mask : String(part)
            }.joined(separator: "/")
            throw fault("The path of a file holds a known secret: \(shown).", found, in: nil)
        }
        guard let found = search.first(in: data) else { return }
        let bytes = Array(data)
        if let (inside, needle) = (try? JSONNode.read(bytes)).flatMap({ place(in: $0, JSONPath()) })
        {
            throw fault("\(path.shortened) holds a known secret at \(inside).", needle, in: inside)
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let line = lines.firstIndex { search.first(in: Array($0)) != nil }.map {
            " in line \($0 + 1)"
        }
        throw fault("\(path.shortened) holds a known secret\(line ?? "").", found, in: nil)
    }

    private func fault(_ text: String, _ needle: Needle, in place: JSONPath?) -> BarricadeError {
        var lines = [text]
        var fixes: [String] = []
        if case .key(let name)? = place?.steps.last {
            fixes.append(
                "  replace it there: Redaction { $0.names.insert(\(name.debugDescription)) }, "
                    + "or --secret-name \(name)")
        }
        if let origin = needle.origin {
            let path = "\(JSONPath(steps: origin.steps))"
            let source = origin.steps.isEmpty ? origin.part : "\(origin.part) \(path)"
            lines.append(
                "It is a secret \(origin.rule.rawValue) in \(origin.request): \(source).".shortened
            )
            if source.hasPrefix("body ") {
                fixes.append(
                    "  if it is harmless: Redaction { $0.exceptions.append(\(path.debugDescription)) }, "
                        + "or --keep '\(path)'")
            }
        }
        fixes.append("  take it out of the file")
        return BarricadeError(
            .secretInFile,
            """
            \(lines.joined(separator: "\n"))

            To fix, do one of these:
            \(fixes.joined(separator: "\n"))
            """)
    }

    private func place(in node: JSONNode, _ place: JSONPath) -> (JSONPath, Needle)? {
        switch node.content {
        case .scalar:
            return search.first(in: Array(node.token.utf8)).map { (place, $0) }
        case .array(let elements):
            return elements.enumerated().lazy.compactMap { index, element in
                self.place(in: element, place.appending(.index(index)))
            }.first
        case .object(let members):
            return members.lazy.compactMap { member in
                // A secret name is not shown.
                search.first(in: Array(member.token.utf8)).map { (place, $0) }
                    ?? self.place(in: member.value, place.appending(.key(member.key)))
            }.first
        }
    }
}
