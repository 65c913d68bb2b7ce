import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import TestSupport

/// A kind of exchange, and what makes random ones of that kind.
struct Family: Sendable {
    let name: String
    let make: @Sendable (inout Dice) -> Exchange

    /// Makes an exchange; the same seed and number make the same one.
    static func exchange(_ number: Int, seed: UInt64) -> Exchange {
        let family = all[number % all.count]
        var dice = Dice(seed: seed &* 1_000_003 &+ UInt64(number))
        var exchange = family.make(&dice)
        exchange.family = family.name
        return exchange
    }
}

/// Random choices that repeat with their seed.
struct Dice: Sendable {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func one<Value>(of values: Value...) -> Value { one(of: values) }

    mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    /// Returns true once in so many calls.
    mutating func once(in count: Int) -> Bool { below(count) == 0 }

    mutating func text(_ most: Int = 60) -> Data {
        let letters = Array("abcdefghij klmnopqrstuvwxyz0123456789".utf8)
        return Data((0..<below(most)).map { _ in one(of: letters) })
    }

    mutating func reply(_ status: Int = 200, _ fields: Exchange.Field...) -> Exchange.Reply {
        .init(status: status, fields: fields, body: text())
    }

    mutating func way() -> Exchange.Way { one(of: Exchange.Way.allCases) }

    /// A way without a delegate of the task alone, which Linux does not ask about redirects.
    mutating func ownWay() -> Exchange.Way { one(of: .async, .handler, .delegate) }

    /// A method of which a server may expect a body.
    mutating func sender() -> String { one(of: "POST", "POST", "PUT", "PATCH", "DELETE") }

    mutating func body() -> Exchange.Body {
        let data = Data("a=1&b=".utf8) + text()
        return one(of: .none, .data(data), .stream(data), .upload(data), .file(data))
    }

    mutating func redirect() -> Int { one(of: 301, 302, 303, 307, 308) }
}

private typealias Field = Exchange.Field

extension Family {
    static let all = [
        Family(name: "fields") { dice in
            let names = [
                "X-A", "x-b", "Server", "ETag", "Vary", "Link", "Content-Language", "X-C",
                "Content-Disposition", "Refresh", "Retry-After", "P3P",
            ]
            let values = [
                "1", "", "a, b", "a  b", " a", "a \t", "\"q\"", "a=b; c",
                "attachment; filename=r.pdf",
                "attachment; filename=\"a b.txt\"", "W/\"7\"", "{}", "https://a.b/c?d=e#f",
            ]
            var exchange = Exchange(way: dice.way(), replies: [dice.reply()])
            for _ in 0...dice.below(4) {
                exchange.replies[0].fields.append(.init(dice.one(of: names), dice.one(of: values)))
            }
            return exchange
        },
        Family(name: "types") { dice in
            let types = [
                "text/html", "text/html; charset=utf-8", "TEXT/HTML;Charset=\"ISO-8859-1\"",
                "application/json", "application/vnd.api+json; version=1", "image/png", "text",
                "application/octet-stream", "text/plain; format=flowed; charset=us-ascii", ";", "",
                "multipart/mixed; boundary=a", "text/plain;charset=", "a/b; q=\"c;d\"",
            ]
            var exchange = Exchange(
                target: dice.one(
                    of: "/", "/a", "/a.json", "/a/b.html?c=d.txt", "/a%20b.pdf", "/a/"),
                way: dice.way(), replies: [dice.reply()])
            if !dice.once(in: 4) {
                exchange.replies[0].fields = [.init("Content-Type", dice.one(of: types))]
            }
            return exchange
        },
        Family(name: "codings") { dice in
            let text = Data("not compressed ".utf8) + dice.text()
            let (coding, body) = dice.one(of: [
                ("gzip", Stored.gzip(text)), ("x-gzip", Stored.gzip(text)),
                ("GZIP", Stored.gzip(text)), ("deflate", Stored.zlib(text)),
                ("identity", text), ("gzip", text),
            ])
            return Exchange(
                way: dice.way(),
                replies: [
                    .init(
                        fields: [.init("Content-Encoding", coding)], body: body,
                        framing: dice.one(of: .length, .chunked))
                ])
        },
        Family(name: "lengths") { dice in
            var reply = dice.reply(dice.one(of: 200, 200, 404, 304, 204))
            let length = dice.one(of: ["0", "5", "17", "\(reply.body.count)", "200", "07"])
            reply.fields = [.init("Content-Length", length)]
            return Exchange(
                method: dice.one(of: "GET", "GET", "HEAD", "POST"), way: dice.way(),
                replies: [reply])
        },
        Family(name: "statuses") { dice in
            let statuses = [
                200, 201, 202, 203, 204, 205, 206, 226, 300, 301, 302, 303, 304, 305, 306, 307, 308,
                400, 401, 403, 404, 407, 409, 410, 412, 418, 425, 429, 451, 500, 502, 503, 599,
            ]
            return Exchange(
                method: dice.one(of: "GET", "GET", "HEAD", "POST", "DELETE"), way: dice.way(),
                replies: [dice.reply(dice.one(of: statuses))])
        },
        Family(name: "methods") { dice in
            let methods = [
                "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "get",
                "Post",
            ]
            return Exchange(
                method: dice.one(of: methods), way: dice.way(),
                replies: [dice.reply(dice.one(of: 200, 201, 404))])
        },
        Family(name: "bodies") { dice in
            var exchange = Exchange(
                method: dice.sender(), body: dice.body(), way: dice.way(), replies: [dice.reply()])
            if dice.once(in: 8) { exchange.body = .upload(Data(count: 200_000)) }
            if dice.once(in: 8) { exchange.method = "GET" }
            if dice.once(in: 12) { (exchange.method, exchange.body) = ("PUT", .file(nil)) }
            if dice.once(in: 3) {
                exchange.fields = [.init("Content-Type", dice.one(of: "text/plain", "a/b"))]
            }
            return exchange
        },
        Family(name: "request fields") { dice in
            let fields: [Field] = [
                .init("X-A", "1"), .init("x-b", "a, b"), .init("Accept", "text/html"),
                .init("Authorization", "Bearer t"), .init("Content-Type", "text/plain"),
                .init("User-Agent", "mine"), .init("Cookie", "a=1"),
                .init("If-None-Match", "\"a\""),
            ]
            var exchange = Exchange(method: dice.one(of: "GET", "POST"), way: dice.way())
            for _ in 0...dice.below(3) { exchange.fields.append(dice.one(of: fields)) }
            return exchange
        },
        Family(name: "targets") { dice in
            let targets = [
                "/a/../b", "/./a", "/a/./b/..", "/a//b", "/a?b=c&d", "/a?b=c%20d", "/%61", "/a%2Fb",
                "/a#b", "/a?", "/a/", "/a;b=c", "/a+b", "/é", "/a?q=é", "/..", "/../a",
                "/a/b/../../c",
                "/a/.", "/a..b/.c", "/%2e/a", "/a/%2E%2e/b", "{server}",
            ]
            return Exchange(
                target: dice.one(of: targets), way: dice.way(), replies: [dice.reply()])
        },
        Family(name: "credentials") { dice in
            var exchange = Exchange(
                target: dice.one(
                    of: "http://user:secret@", "http://us%40er:a%3Ab@", "http://user@"),
                way: dice.one(of: .async, .handler), replies: [dice.reply()])
            exchange.target += "{host}/a"
            if dice.once(in: 3) { exchange.fields = [.init("Authorization", "Bearer t")] }
            return exchange
        },
        Family(name: "redirects") { dice in
            let locations = [
                "/b", "{server}/b", "/b?c=d", "{server}/b%20c",
            ]
            var exchange = Exchange(
                method: dice.one(of: "GET", "GET", "POST", "PUT"), target: "/a",
                way: dice.ownWay(), followsRedirects: !dice.once(in: 4))
            let count = dice.one(of: 1, 1, 2, 3)
            exchange.replies = (0..<count).map { _ in
                dice.reply(dice.redirect(), .init("Location", dice.one(of: locations)))
            }
            exchange.replies.append(dice.reply())
            return exchange
        },
        Family(name: "redirects with bodies") { dice in
            Exchange(
                method: dice.sender(), body: dice.one(of: .data(dice.text()), .upload(dice.text())),
                way: dice.ownWay(),
                replies: [
                    dice.reply(dice.redirect(), .init("Location", "{server}/b")), dice.reply(),
                ])
        },
        Family(name: "redirects with cookies and credentials") { dice in
            let first = dice.one(of: "{server}/b", "{other}/b")
            var exchange = Exchange(
                method: dice.one(of: "GET", "GET", "POST"),
                target: dice.one(of: "/a", "/a", "http://user:secret@{host}/a"),
                fields: dice.once(in: 2) ? [.init("Authorization", "Bearer t")] : [],
                way: dice.ownWay(),
                replies: [
                    dice.reply(
                        dice.redirect(), .init("Location", first),
                        .init("Set-Cookie", "a=1; Path=/")),
                    dice.reply(
                        dice.redirect(), .init("Location", dice.one(of: "{server}/c", "/c")),
                        .init("Set-Cookie", "b=2; Path=/")),
                    dice.reply(),
                ], count: dice.one(of: 1, 2), next: dice.one(of: Exchange.NextSession.allCases))
            if dice.once(in: 2) { exchange.configuration.cookie = "s" }
            return exchange
        },
        Family(name: "endless redirects") { dice in
            Exchange(
                method: dice.one(of: "GET", "POST"), way: dice.ownWay(),
                replies: [dice.reply(dice.redirect(), .init("Location", "{server}/a"))])
        },
        Family(name: "cookies") { dice in
            let cookies = [
                "a=1", "a=1; Path=/", "a=1; Path=/x", "a=; Path=/", "b=2; HttpOnly",
                "c=3; Max-Age=60", "d=4; Expires=Wed, 21 Oct 2037 07:28:00 GMT",
                "e=5; SameSite=Lax",
                "f=6; Domain=127.0.0.1", "g=7; Max-Age=0",
            ]
            var exchange = Exchange(
                target: dice.one(of: "/", "/x/y"), way: dice.way(), replies: [dice.reply()],
                count: dice.one(of: 1, 2))
            for _ in 0..<dice.below(3) {
                exchange.replies[0].fields.append(.init("Set-Cookie", dice.one(of: cookies)))
            }
            if dice.once(in: 3) { exchange.configuration.cookie = dice.one(of: "s", "a") }
            exchange.configuration.storesCookies = !dice.once(in: 5)
            exchange.configuration.sendsCookies = !dice.once(in: 5)
            return exchange
        },
        Family(name: "errors") { dice in
            var exchange = Exchange(method: dice.one(of: "GET", "POST"), way: dice.way())
            exchange.isRefused = dice.once(in: 2)
            if !exchange.isRefused {
                exchange.replies[0].body = Data("abcdefgh".utf8)
                exchange.replies[0].cut = dice.below(8)
                exchange.replies[0].framing = dice.one(of: .length, .chunked)
            }
            return exchange
        },
        Family(name: "cancellation") { dice in
            var exchange = Exchange(
                way: .delegate, replies: [dice.reply(dice.one(of: 200, 404))],
                cancels: dice.one(of: Exchange.Call.allCases))
            exchange.replies[0].body = Data("abc".utf8)
            if exchange.cancels == .start {
                exchange.way = dice.one(of: .delegate, .handler)
                exchange.method = "POST"
                // A real loader may be quick enough to tell a delegate what is sent.
                if exchange.way == .handler {
                    exchange.body = dice.one(of: .none, .data(dice.text()), .upload(dice.text()))
                }
            }
            if exchange.cancels == .sent {
                exchange.method = "POST"
                exchange.body = dice.one(of: .upload(Data(count: 1 << 20)), .data(Data("abc".utf8)))
            }
            if exchange.cancels == .redirect {
                exchange.replies.insert(dice.reply(302, .init("Location", "{server}/b")), at: 0)
            }
            return exchange
        },
        Family(name: "pieces") { dice in
            var reply = dice.reply(dice.one(of: 200, 404))
            reply.framing = dice.one(of: .chunked, .close, .length)
            if dice.once(in: 3) { reply.body = Data(repeating: 97, count: 100_000) }
            return Exchange(
                method: dice.one(of: "GET", "POST", "HEAD"), way: dice.way(), replies: [reply])
        },
        Family(name: "ranges") { dice in
            // A server without ranges: the app sees what the server says.
            let ranges = ["bytes=0-3", "bytes=2-", "bytes=-2", "bytes=90-", "bytes=x", "lines=1-2"]
            var reply = dice.reply(dice.one(of: 206, 416))
            reply.fields = [.init("Content-Range", dice.one(of: "bytes 0-3/9", "bytes */9"))]
            return Exchange(
                fields: [.init("Range", dice.one(of: ranges))], way: dice.way(), replies: [reply])
        },
        Family(name: "conditions") { dice in
            let tag = dice.one(of: "\"a\"", "W/\"a\"")
            return Exchange(
                fields: [
                    .init(dice.one(of: "If-None-Match", "If-Match"), dice.one(of: tag, "\"b\""))
                ],
                way: dice.way(),
                replies: [
                    .init(
                        status: dice.one(of: 304, 412), fields: [.init("ETag", tag)], body: Data())
                ])
        },
        Family(name: "configurations") { dice in
            var exchange = Exchange(
                method: dice.one(of: "GET", "POST"), way: dice.way(), replies: [dice.reply()],
                count: dice.one(of: 1, 2))
            let fields = [
                "X-A": "1", "Authorization": "Basic YTpi", "Accept": "a/b", "Cookie": "q=1",
            ]
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) where dice.once(in: 2) {
                exchange.configuration.fields[name] = value
            }
            exchange.configuration.isCopied = dice.once(in: 3)
            if dice.once(in: 2) { exchange.fields = [.init("x-a", "2")] }
            return exchange
        },
        Family(name: "caches") { dice in
            var exchange = Exchange(
                way: dice.way(),
                replies: [
                    dice.reply(
                        200,
                        .init(
                            "Cache-Control",
                            dice.one(
                                of: "max-age=60", "no-store", "no-cache", "max-age=0", "private")),
                        .init("ETag", "\"a\""))
                ], count: 2, next: dice.one(of: Exchange.NextSession.allCases))
            exchange.configuration.hasCache = true
            exchange.policy = dice.one(
                of: .useProtocolCachePolicy, .reloadIgnoringLocalCacheData,
                .returnCacheDataElseLoad)
            if dice.once(in: 2) {
                exchange.configuration.hasStoredResponse = true
                exchange.passing = dice.one(of: .live, .hosts, .all)
            }
            return exchange
        },
        Family(name: "several sessions' cookies") { dice in
            var exchange = Exchange(
                method: dice.one(of: "GET", "POST"), way: dice.way(), replies: [dice.reply()],
                count: dice.one(of: 2, 3), next: dice.one(of: .another, .copied))
            exchange.replies[0].fields = [
                .init("Set-Cookie", dice.one(of: "a=1; Path=/", "b=2; Path=/; HttpOnly")),
                .init("Set-Cookie", dice.one(of: "a=3; Path=/", "c=4; Path=/; Max-Age=60")),
            ]
            exchange.configuration.isCopied = dice.once(in: 2)
            if dice.once(in: 2) { exchange.configuration.fields = ["X-A": "1"] }
            exchange.configuration.storesCookies = !dice.once(in: 5)
            return exchange
        },
        Family(name: "invalidation") { dice in
            var exchange = Exchange(
                method: dice.one(of: "GET", "POST"), way: dice.one(of: .handler, .delegate),
                replies: [dice.reply(dice.one(of: 200, 404))],
                invalidation: dice.one(of: Exchange.Invalidation.allCases))
            if exchange.invalidation == .cancelling { exchange.cancels = .start }
            return exchange
        },
        Family(name: "scripts") { dice in
            // What is not ASCII, wherever HTTP lets it be, and where it does not.
            let words = [
                "é", "日本", "😀", "e\u{301}", "ä b", "a\u{A0}b", "%C3%A9", "ǅ", "a\u{200B}b",
            ]
            let word = { (dice: inout Dice) in dice.one(of: words) }
            var exchange = Exchange(
                target: "/" + (dice.once(in: 2) ? word(&dice) : "a"), way: dice.way(),
                replies: [dice.reply()])
            if dice.once(in: 2) { exchange.target += "?q=\(word(&dice))&\(word(&dice))" }
            if dice.once(in: 3) { exchange.fields = [.init("X-A", word(&dice))] }
            let fields: [Field] = [
                .init("X-A", word(&dice)), .init("Server", word(&dice)),
                .init("Content-Disposition", "attachment; filename=\"\(word(&dice)).txt\""),
                .init("Content-Disposition", "attachment; filename*=UTF-8''%C3%A9.txt"),
                .init("Content-Type", "text/plain; charset=\(word(&dice))"),
                .init("Link", "<https://a.b/\(word(&dice))>"),
            ]
            exchange.replies[0].fields = [dice.one(of: fields)]
            exchange.replies[0].body += Data(word(&dice).utf8)
            return exchange
        },
        Family(name: "places of redirects") { dice in
            let locations = [
                "/b#f", "{server}/b#f", "{server}/b?c=d#f", "{server}/a/../b", "{server}/b/./c",
                "{server}?q=1", "{server}", "HTTP://{host}/b", "http://u:p@{host}/b", "{server}/é",
                "{server}/b?q=a b", "{server}/%zz", "//{host}/b", "b", "../b", "./b", "?q=1",
                "#f", "",
            ]
            var exchange = Exchange(
                method: dice.one(of: "GET", "HEAD", "POST", "DELETE", "PATCH", "OPTIONS"),
                target: dice.one(of: "/a", "/a#x", "/a?b=c", "/a/b/c", "/a/"), way: dice.ownWay(),
                followsRedirects: !dice.once(in: 5))
            exchange.replies = [
                dice.reply(dice.redirect(), .init("Location", dice.one(of: locations))),
                dice.reply(),
            ]
            return exchange
        },
        Family(name: "fields of the loader") { dice in
            // An app sets what its loader sets otherwise.
            let body = Data("abc".utf8)
            var exchange = Exchange(
                method: dice.one(of: "GET", "POST", "PUT", "DELETE"), way: dice.way(),
                replies: [dice.reply()])
            if exchange.method != "GET" {
                exchange.body = dice.one(of: .none, .data(body), .upload(body), .file(body))
            }
            let fields: [Field] = [
                .init("Host", "other.example"), .init("Connection", "close"),
                .init("Accept-Encoding", dice.one(of: "gzip", "identity", "br")),
                .init("Accept-Language", "de"), .init("Content-Type", ""), .init("X-A", ""),
                .init("TE", "trailers"), .init("Content-Encoding", "x"), .init("Accept", "*/*"),
                .init("Cache-Control", "no-cache"), .init("Referer", "https://a.b/"),
                .init("Content-Length", exchange.body == .none ? "0" : "3"), .init("Cookie", ""),
                .init("Authorization", ""),
            ]
            for _ in 0...dice.below(2) {
                let field = dice.one(of: fields)
                if !exchange.fields.contains(where: { $0.isNamed(field.name) }) {
                    exchange.fields.append(field)
                }
            }
            if dice.once(in: 4) {
                let field = dice.one(of: fields)
                exchange.configuration.fields = [field.name: field.value]
            }
            return exchange
        },
        passing(.live), passing(.hosts), passing(.all),
    ]

    /// Makes exchanges of the other families, which the barricade lets through.
    private static func passing(_ passing: Exchange.Passing) -> Family {
        Family(name: "passing \(passing.rawValue)") { dice in
            let family = dice.one(of: all.filter { !$0.name.hasPrefix("passing") })
            var exchange = family.make(&dice)
            exchange.passing = passing
            return exchange
        }
    }
}

/// Compressed bytes that hold the text as it is.
enum Stored {
    private static func block(_ data: Data) -> Data {
        let size = UInt16(data.count)
        return Data([1, UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8(~size >> 8)])
            + data
    }

    static func gzip(_ data: Data) -> Data {
        var sum = ~UInt32(0)
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]) + block(data) + bytes(of: ~sum)
            + bytes(of: UInt32(data.count))
    }

    static func zlib(_ data: Data) -> Data {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return Data([0x78, 1]) + block(data) + bytes(of: (high << 16 | low).byteSwapped)
    }

    private static func bytes(of number: UInt32) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
}
