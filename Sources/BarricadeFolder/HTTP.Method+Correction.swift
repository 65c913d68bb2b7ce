package import Barricade

extension HTTP.Method {
    /// The usual method that this one misspells, `POST` of `POTS` and `post`; `nil` for all others.
    package var correction: Self? {
        guard !Self.common.contains(self) else { return nil }
        let distance = EditDistance(from: rawValue)
        let letters = Self.letters(of: rawValue.uppercased())
        return Self.common.first { method in
            distance.distance(to: method.rawValue) == 1
                || Self.letters(of: method.rawValue) == letters
        }
    }

    private static func letters(of text: String) -> [String] {
        text.map(String.init).ordered(by: \.self)
    }
}
