import Barricade
import Testing

@testable import TestSupport

/// Forms, multipart bodies and content types, written again and read by plainer readers.
extension FuzzedParser {
    private static let formType = "application/x-www-form-urlencoded"

    static let form = FuzzedParser(
        "form",
        examples: [
            "a=1&b=2&a=3", "a+b=c+d", "a%2Bb=c%20d", "a", "a=", "=b", "a=b=c", "%C3%A9=%e2%82%ac",
            "é=€", "a=%&b=%2&c=%zz", "token=f00d&a=%00",
        ], tokens: ["a=", "&b", "+", "%2B", "%20", "%26", "%3D", "&&"], share: 0.5
    ) {
        { input in
            let request = try BarricadeRequest.posting(Data(input), as: formType)
            let fields = try Array(request.form)
            let plain = plainFields(input)
            try Disagreement.unless(
                fields.map { [$0.name, $0.value] }, is: plain.map { [$0.0, $0.1] }, "the form")
            for (name, value) in plain.prefix(20) {
                let matcher = RequestMatcher.form(name, value.map { .equal($0) } ?? .noValue)
                try Disagreement.unless(matcher.matches(request), "no match of \(name)")
            }
            guard plain.count < 200 else { return }
            try Disagreement.unless(
                RequestMatcher.form(exactly: fields).matches(request), "no match of all fields")
            try Disagreement.unless(
                !RequestMatcher.form(exactly: fields + [.init(name: "a", value: "1")])
                    .matches(request), "a match with a field more")
        }
    }

    /// Reads a form as the WHATWG says it, step by step (URL, section 5.1).
    private static func plainFields(_ input: [UInt8]) -> [(String, String?)] {
        input.split(separator: UInt8(ascii: "&")).map { field in
            let halves = field.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            ).map { half in
                let spaced = half.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
                var result: [UInt8] = []
                var index = 0
                while index < spaced.count {
                    let digits = spaced[(index + 1)...].prefix(2)
                    if spaced[index] == UInt8(ascii: "%"), digits.count == 2,
                        digits.allSatisfy({ isxdigit(Int32($0)) != 0 }),
                        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                    {
                        result.append(code)
                        index += 3
                    } else {
                        result.append(spaced[index])
                        index += 1
                    }
                }
                return String(decoding: result, as: UTF8.self)
            }
            return (halves[0], halves.count > 1 ? halves[1] : nil)
        }
    }

    /// Names and values of any text, as Foundation writes them.
    static let formFields = FuzzedParser(
        "form fields", examples: ["name\nvalue", "é\n€", "a&b\nc=d", "a b\n+%20", "\n", "%\n%41"]
    ) { name, value in
        var components = URLComponents()
        components.queryItems = [
            URLQueryItem(name: name, value: value), URLQueryItem(name: "last", value: name),
        ]
        let written = try #require(components.percentEncodedQuery)
            .replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "%20", with: "+")
        let fields = try BarricadeRequest.posting(written, as: formType).form
        try Disagreement.unless(
            fields.map { [$0.name, $0.value] }, is: [[name, value], ["last", name]], "the form")
    }

    // MARK: GraphQL

    static let graphQL = FuzzedParser(
        "GraphQL document",
        examples: [
            "query GetCart { id }", "mutation Add($a: [Int!]! = 1) @b { c(d: \"}\") }",
            "fragment F on A { b } query C { ...F }", "# x\n{ a }",
            "query A(b: \"\"\"c\"\"\") { d }",
        ],
        tokens: [
            "query ", "mutation ", "\"\"\"", "\\\"", "{", "}", "(", ")", "#", "\n", "fragment ",
        ]
    ) { text in
        func found(_ document: String) throws -> String? {
            let request = try BarricadeRequest.posting(document, as: "application/graphql")
            return RequestMatcher.graphQL("").mismatches(with: request).first?.got
        }
        let name = try found(text)
        try Disagreement.unless(
            name.map { $0 == "none" || text.contains($0.prefix(100)) } ?? false,
            "the name is \(name ?? "empty")")
        // What stands before the operation and means nothing changes nothing.
        try Disagreement.unless(
            try found("# query A {\n,fragment B on C { d(e: \"{\") }\n\(text)"), is: name,
            "the name")
        try Disagreement.unless(try found("query A { b }\(text)"), is: "A", "the first name")
    }

    // MARK: Multipart

    private static let multipartTokens = [
        "--B", "\r\n--B", "\r\n--B--", "--B--\r\n", "\r\n\r\n", "\r\n",
        "Content-Disposition: form-data; name=\"a\"", "; filename=\"a.txt\"", "name=",
        "Content-Type: text/plain", ":", "\\\"", "%22", "%0D%0A",
    ]

    static let multipart = FuzzedParser(
        "multipart body",
        examples: [
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n",
            "before\r\n--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.png\"\r\n"
                + "Content-Type: image/png\r\n\r\n\0\u{1}\r\n--B\r\n\r\nbare\r\n--B--\r\nafter",
            "--B\r\nX: y\r\n--B--", "--B--", "--B  \r\n\r\n\r\n--B\r\n\r\n\r\n\r\n--B--",
        ], tokens: multipartTokens
    ) {
        { input in
            let type = "multipart/form-data; boundary=B"
            let request = try BarricadeRequest.posting(Data(input), as: type)
            let parts: [HTTP.MultipartPart]
            do {
                parts = try request.multipart
            } catch let error as BarricadeError {
                return try Disagreement.unless(
                    error.code == .unreadableBody && error.message.contains("multipart body"),
                    "the fault is \(error)")
            }
            var written = Data()
            for part in parts {
                written += Data("--B\r\n".utf8)
                for field in part.headers.fields {
                    written += Data("\(field.name):\(field.value)\r\n".utf8)
                }
                written += Data("\r\n".utf8) + part.data + Data("\r\n".utf8)
                try Disagreement.unless(
                    RequestMatcher.multipart(part.name, data: part.data).matches(request),
                    "no match of part \(part.name)")
            }
            written += Data("--B--".utf8)
            let again = try BarricadeRequest.posting(written, as: type).multipart
            try Disagreement.unless(again, is: parts, "the body written again")
        }
    }

    /// Contents of any bytes, cut at each NUL, as a client writes them.
    static let multipartParts = FuzzedParser(
        "multipart parts", examples: ["a\0b\0c", "", "\r\n\0\r\n\r\n", "--B\0\r\n--\0B--"],
        tokens: multipartTokens
    ) {
        { input in
            let contents = input.split(separator: 0, omittingEmptySubsequences: false)
            let boundary = "B0undary"
            guard Data(input).range(of: Data(boundary.utf8)) == nil else { return }
            var written = Data()
            for (index, content) in contents.enumerated() {
                written += Data(
                    "--\(boundary)\r\ncontent-disposition: form-data; name=\(index)\r\n\r\n".utf8)
                written += Data(content) + Data("\r\n".utf8)
            }
            written += Data("--\(boundary)--".utf8)
            let parts = try BarricadeRequest.posting(
                written, as: "multipart/form-data; boundary=\(boundary)"
            ).multipart
            try Disagreement.unless(
                parts.map(\.data), is: contents.map { Data($0) }, "the contents")
            try Disagreement.unless(
                parts.map(\.name), is: contents.indices.map { "\($0)" }, "the names")
        }
    }

    /// Names of any text, as browsers write them.
    static let multipartName = FuzzedParser(
        "multipart name", examples: ["file\nphoto.png", "é\n日.txt", "a\"b\n;c=d", "\n"]
    ) { name, fileName in
        let (names, unsent) = ([name, fileName], CharacterSet(charactersIn: "%\\"))
        guard names.allSatisfy({ $0.rangeOfCharacter(from: unsent) == nil }) else { return }
        let written = names.map { name in
            name.unicodeScalars.map { scalar in
                ["\"": "%22", "\r": "%0D", "\n": "%0A"][scalar] ?? String(scalar)
            }.joined()
        }
        let parts = try BarricadeRequest.posting(
            "--B\r\nContent-Disposition: form-data; name=\"\(written[0])\"; "
                + "filename=\"\(written[1])\"\r\n\r\n\r\n--B--",
            as: "multipart/form-data; boundary=B"
        ).multipart
        try Disagreement.unless(
            parts.map { [$0.name, $0.fileName] }, is: [[name, fileName]], "the names")
    }

    // MARK: Content types

    static let contentType = FuzzedParser(
        "content type",
        examples: [
            "text/plain; charset=utf-8", "multipart/form-data; boundary=B", "TEXT/Plain",
            "application/x-www-form-urlencoded; a=\"b;c\"; d=e", "application/json;charset=UTF-16",
            "a/b; c=\"d\\\"e\\\\\" ; f", "text/html ; charset = \"iso-8859-1\"",
        ], tokens: [";", "; charset=", "charset=latin1", "; boundary=", "\"", "\\\"", "=", "/"]
    ) { text in
        let request = try BarricadeRequest.posting("--B\r\n\r\n1\r\n--B--", as: text)
        // Foundation leaves out header fields with control characters.
        guard request.headers["Content-Type"] == text else { return }
        _ = try? request.text
        _ = try? request.multipart
        _ = try? request.json(as: [String].self)
        let name: String
        do {
            _ = try request.form
            name = formType
        } catch let error as BarricadeError {
            let words = error.message.unicodeScalars
            let (start, end) = ("body is ".unicodeScalars, ", not a form".unicodeScalars)
            guard words.starts(with: start), words.suffix(end.count).elementsEqual(end) else {
                throw Disagreement("the fault is \(error)")
            }
            name = String(words.dropFirst(start.count).dropLast(end.count))
        }
        let blanks = CharacterSet(charactersIn: " \t")
        var plain = ""
        var isQuoted = false
        for scalar in text.unicodeScalars {
            if scalar == ";", !isQuoted { break }
            if scalar == "\"" { isQuoted.toggle() }
            // With a backslash in quotes it is no type at all; enough that it does no harm.
            if scalar == "\\", isQuoted { return }
            plain.unicodeScalars.append(scalar)
        }
        plain = plain.trimmingCharacters(in: blanks).lowercased()
        try Disagreement.unless(
            name, is: plain.utf8.contains(UInt8(ascii: "/")) ? plain.shown : formType, "the type")
    }

    /// Boundaries of any text, in quotes.
    static let quotedParameter = FuzzedParser(
        "quoted parameter", examples: ["B", "a b", "a;b=c", "\"\\", "=_?", "'x'", ""],
        tokens: ["\\", "\"", "\\\"", ";", "="]
    ) { boundary in
        let isSent = boundary.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
        guard isSent, !boundary.isEmpty else { return }
        let quoted = boundary.unicodeScalars.reduce(into: "") { quoted, scalar in
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        let parts = try BarricadeRequest.posting(
            "--\(boundary)\r\n\r\ndata\r\n--\(boundary)--",
            as: "multipart/mixed; a=b; BOUNDARY = \"\(quoted)\" ; c"
        ).multipart
        try Disagreement.unless(parts.map(\.text), is: ["data"], "the parts")
    }
}
