import Foundation

/// The formats of texts and numbers: those of JSON Schema, of OpenAPI's registry, and of frameworks.
struct SchemaFormat: Sendable {
    let example: String
    /// An expression for all of its texts; `nil` if any text will do.
    let pattern: String?

    private init(_ example: String, _ pattern: String? = nil) {
        (self.example, self.pattern) = (example, pattern)
    }

    /// Returns a format by its name; `nil` if it is not known.
    static func named(_ name: String) -> SchemaFormat? { all[name] ?? all[aliases[name] ?? ""] }

    private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    private static let ipv4 = #"\#(octet)(\.\#(octet)){3}"#
    private static let ipv6 =
        "(([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|(?=.*::)(?!.*::.*::)[0-9A-Fa-f:]{2,39}|"
        + #"(?=.*:)[0-9A-Fa-f:]{2,29}:\#(ipv4))"#
    private static let hour = #"([01]\d|2[0-3]):[0-5]\d"#
    private static let time = #"\#(hour):([0-5]\d|60)(\.\d+)?([Zz]|[+-]\#(hour))"#
    private static let leapYear =
        #"(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)"#
    private static let day =
        #"(\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)"#
        + #"|02-(0[1-9]|1\d|2[0-8]))|\#(leapYear)-02-29)"#
    private static let duration =
        #"-?P(?=.)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)"#
    private static let reference = #"[^\s"<>\\^`{|}]*"#
    private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    private static let fraction = #"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?"#

    private static let all: [String: SchemaFormat] = [
        "date-time": .init("2024-05-17T09:30:00Z", "^\(day)[Tt]\(time)$"),
        "date-time-local": .init("2024-05-17T09:30:00", #"^\#(day)[Tt]\d\d:\d\d:\d\d(\.\d+)?$"#),
        "date": .init("2024-05-17", "^\(day)$"),
        "time": .init("09:30:00Z", "^\(time)$"),
        "time-local": .init("09:30:00", #"^\d\d:\d\d:\d\d(\.\d+)?$"#),
        "http-date": .init("Fri, 17 May 2024 09:30:00 GMT", " GMT$"),
        "duration": .init("PT15M", "^\(duration)$"),
        "email": .init("ada@example.com", #"^[^@\s]+@[^@\s]+$"#),
        "hostname": .init("example.com", #"^\#(label)(\.\#(label))*$"#),
        "ipv4": .init("192.0.2.1", "^\(ipv4)$"),
        "ipv6": .init("2001:db8::1", "^\(ipv6)$"),
        "ip": .init("192.0.2.1", "^(\(ipv4)|\(ipv6))$"),
        "ipv4network": .init("192.0.2.0/24", #"^\#(ipv4)/\d{1,2}$"#),
        "ipv6network": .init("2001:db8::/32", #"^\#(ipv6)/\d{1,3}$"#),
        "mac": .init("02:00:5e:10:00:01"),
        "uri": .init("https://example.com/", "^[A-Za-z][A-Za-z0-9+.-]*:\(reference)$"),
        "uri-reference": .init("/text", "^\(reference)$"),
        "uri-template": .init("/books/{id}", #"^[^\s"<>\\^`|]*$"#),
        "uuid": .init(
            "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"),
        "json-pointer": .init("/items/0", "^(/([^~/]|~[01])*)*$"),
        "relative-json-pointer": .init("0/items", #"^\d+(#|(/([^~/]|~[01])*)*)$"#),
        "regex": .init("^[a-z]+$"),
        "byte": .init("dGV4dA==", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==|[A-Za-z0-9+/]=))?$"),
        "base64url": .init("dGV4dA", "^[A-Za-z0-9_-]*=*$"),
        "decimal": .init("9.75", #"^\#(fraction)$"#),
        "char": .init("t", "^.$"),
        "slug": .init("text", "^[-A-Za-z0-9_]+$"),
        "json-string": .init("{}"),
        "media-range": .init("application/json"),
        "language": .init("en"),
        "int64": .init("1", #"^[+-]?\d+$"#),
        "unixtime": .init("1715938200", #"^\d+(\.\d+)?$"#),
        "color": .init("#336699"),
    ]

    private static let aliases = [
        "datetime": "date-time", "iso-date-time": "date-time", "rfc3339": "date-time",
        "iso8601": "date-time", "iso-time": "time", "rfc822": "http-date",
        "rfc7231": "http-date", "time-delta": "duration", "timedelta": "duration",
        "idn-email": "email", "idn-hostname": "hostname", "url": "uri", "iri": "uri",
        "multi-host-uri": "uri", "iri-reference": "uri-reference", "uri-ref": "uri-reference",
        "uuid1": "uuid", "uuid3": "uuid", "uuid4": "uuid", "uuid5": "uuid", "guid": "uuid",
        "ipvanyaddress": "ip", "ipvanynetwork": "ipv4network", "cidr": "ipv4network",
        "ipv4interface": "ipv4network", "ipv6interface": "ipv6network", "base64": "byte",
        "float": "decimal", "double": "decimal", "decimal128": "decimal", "bigint": "int64",
        "int32": "int64", "uint64": "int64", "uint32": "int64", "unix-time": "unixtime",
        "timestamp": "unixtime", "jsonpointer": "json-pointer",
    ]

    /// The numbers of the formats of integers.
    static let ranges = Dictionary(
        uniqueKeysWithValues: [8, 16, 32, 64].flatMap { bits in
            let half = pow(Decimal(2), bits - 1)
            return [("int\(bits)", -half...half - 1), ("uint\(bits)", 0...2 * half - 1)]
        })
}
