extension String {
    /// Makes a text of one ASCII letter at once; `String(repeating:count:)` appends it so many times.
    init(letter: Unicode.Scalar, count: Int) {
        self.init(
            decoding: Data(repeating: UInt8(ascii: letter), count: count), as: UTF8.self)
    }
}
