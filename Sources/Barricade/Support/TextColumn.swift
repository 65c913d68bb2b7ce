/// Texts below each other in messages.
package enum TextColumn {
    /// Returns the texts, padded to the same width.
    package static func padded(_ texts: [String]) -> [String] {
        let width = texts.map(\.count).max() ?? 0
        return texts.map { $0 + String(repeating: " ", count: width - $0.count) }
    }
}
