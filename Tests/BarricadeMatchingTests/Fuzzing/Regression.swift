/// An input that was once read wrongly, and what was wrong with it.
struct Regression: Sendable {
    let parser: String
    let input: [UInt8]
    let what: String

    init(_ parser: String, _ input: String, _ what: String) {
        self.init(parser, bytes: Array(input.utf8), what)
    }

    init(_ parser: String, bytes input: [UInt8], _ what: String) {
        self.parser = parser
        self.input = input
        self.what = what
    }
}

extension Regression {
    static let all: [Regression] = [
        Regression(
            "path pattern", "/a/\u{301}b\n/a/\u{301}b",
            "A combining mark behind a slash made two segments of a pattern one."),
        Regression(
            "path pattern", "/%EF%BB%BFa\n/a", "A byte order mark in a segment was dropped."),
        Regression("path pattern", "/%A9\n/%EF%BF%BD", "%A9, which is no UTF-8, was U+FFFD."),
        Regression(
            "path pattern", "/:\u{301}a\n/x", "A combining mark behind a colon made it a literal."),
        Regression(
            "absolute pattern", "http://h/\u{301}a",
            "A combining mark behind the slash that ends a host made the path part of it."),
        Regression(
            "absolute pattern",
            "http://h?" + (0..<5_000).map { "a\($0)" }.joined(separator: "&"),
            "The query was read again for each item of the pattern, which took seconds."),
        Regression(
            "host pattern", "h/\u{301}b\nhttp://h/", "A host with a path behind it could be read."),
        Regression(
            "query", "http://h?%EF%BB%BFa=%EF%BB%BFb", "Byte order marks in queries were dropped."),
        Regression(
            "Set-Cookie", "a=\u{E9}=b; P\u{E9}th=/",
            "Text outside ASCII was given to the platform's parser, which is not for all."
        ),
        Regression("Range", "bytes=0\u{A0}-3", "Any white space of Unicode could be in a range."),
        Regression(
            "Range", "bytes=99999999999999999999-9999999999999999999",
            "Of two numbers too large for an Int, the larger one could come first."),
        Regression(
            "masked URL", "//user:secret@h/", "The password of a URL without scheme was shown."),
        Regression(
            "suggestion", "h/a://h", "A relative URL with :// in its path was told to be a pattern."
        ),
        Regression(
            "suggestion", "x-a.b+c://**//p", "A host of asterisks was told to be a pattern."),
        Regression(
            "multipart name", "a\"\u{301}\n", "%22 stayed in a name before a combining mark."),
        Regression("content type", "a/\u{301}b; c=d", "A combining mark hid the slash of a type."),
        Regression(
            "quoted parameter", "\u{301}a", "A combining mark behind the quote hid it."),
        Regression(
            "JSON", "\"\\n\u{FEFF}a\"", "A byte order mark was dropped from a string."),
        Regression(
            "launch environment", "\u{301}C=D;A=B",
            "A combining mark behind a semicolon hid it."),
    ]
}
