import Barricade

/// XML, by its leaf elements and attributes; the rest stays as it is written.
extension RedactionPass {
    /// Returns XML without secrets; `nil` if the text is not well-formed, or is an HTML page.
    mutating func xml(_ text: String) -> String? {
        var reader = XMLReader(Array(text.utf8))
        guard reader.read() else { return nil }
        if reader.hasEntities {
            let reason = "it is XML that declares its own entities"
            keyRefusal = keyRefusal ?? UnreadableBody(reason: reason)
        }
        handsOutTokens = handsOutTokens || Secrets.areOfTokens(reader.leaves.map(\.name))
        var edits: [TextEdit] = []
        // In a property list, the key before the value.
        var key = ""
        for leaf in reader.leaves {
            let own = [leaf.given ?? "", leaf.name, key].first { judgement.isSecret($0) }
            let inherited = own == nil ? leaf.parents.last { judgement.isSecret($0) } : nil
            let written = String(decoding: reader.bytes[leaf.range], as: UTF8.self)
            let plain = (leaf.isEscaped ? Entities.decoded(written) : written).trimmingSpace
            key = leaf.name == "key" ? plain : leaf.name.isEmpty ? key : ""
            guard !plain.isEmpty, !rules.isExcepted(own ?? leaf.name) else { continue }
            steps.append(.key(leaf.name))
            defer { steps.removeLast() }
            // A number is judged only by its own name.
            let name = Secrets.digits(in: plain) == nil ? own ?? inherited : own
            let kept = value(
                plain, named: name ?? leaf.name, isInherited: own == nil && name != nil)
            guard kept != plain else { continue }
            // The spaces around it stay.
            let text = written.replacing(
                written.trimmingSpace, with: leaf.isEscaped ? Entities.encoded(kept) : kept)
            edits.append(TextEdit(range: leaf.range, text: text))
        }
        return self.text(edits.applied(to: reader.bytes))
    }
}
