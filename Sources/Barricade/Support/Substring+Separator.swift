extension Substring {
    /// Where `://` first stands; found many times faster than by a search for any text.
    package var schemeSeparator: Range<Index>? {
        var rest = utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[colon...]
            if rest.starts(with: "://".utf8) { return colon..<rest.index(colon, offsetBy: 3) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
