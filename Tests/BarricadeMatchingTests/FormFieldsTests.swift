import Barricade
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FormFieldsTests {
    @Test(
        arguments: [
            ("", []), ("&&", []), ("a=1", [("a", "1")]),
            ("a=1&b=2&a=3", [("a", "1"), ("b", "2"), ("a", "3")]),
            ("a+b=c+d", [("a b", "c d")]), ("a%2Bb=c%20d", [("a+b", "c d")]),
            ("a", [("a", nil)]), ("a=", [("a", "")]), ("=b", [("", "b")]), ("=", [("", "")]),
            ("a=b=c", [("a", "b=c")]), ("a%3Db=%26", [("a=b", "&")]),
            ("%C3%A9=%e2%82%ac", [("é", "€")]), ("é=€", [("é", "€")]),
            ("a=%", [("a", "%")]), ("a=%2", [("a", "%2")]), ("a=%zz", [("a", "%zz")]),
            ("a=%2&b=%41", [("a", "%2"), ("b", "A")]), ("a=%%41", [("a", "%A")]),
            ("a=%FF", [("a", "\u{FFFD}")]), ("a=%00", [("a", "\0")]), ("a=1;b=2", [("a", "1;b=2")]),
            ("a=%0D%0Ab", [("a", "\r\nb")]), ("a=%+1", [("a", "% 1")]),
        ] as [(String, [(String, String?)])])
    func readsFields(_ text: String, _ fields: [(String, String?)]) throws {
        let items = fields.map { URLQueryItem(name: $0.0, value: $0.1) }
        for type in ["application/x-www-form-urlencoded; charset=utf-8", nil] {
            #expect(try BarricadeRequest.posting(text, as: type).form == items)
        }
    }

    @Test func whatIsNoTextIsReplacedAndAnotherTypeRefused() throws {
        let request = try BarricadeRequest.posting(Data([0x61, 0x3D, 0xE9, 0x62]))
        #expect(try request.form == [URLQueryItem(name: "a", value: "\u{FFFD}b")])
        let other = try BarricadeRequest.posting("a=1", as: "Text/Plain; charset=utf-8")
        #expect(other.fault { try $0.form } == "body is text/plain, not a form")
    }

    @Test func readsThirtyThousandFields() throws {
        let text = String(repeating: "field=a+value%20&", count: 29_999) + "last=%41"
        let request = try BarricadeRequest.posting(text)
        try FuzzingWatch.hurry(within: 10) {
            let fields = try request.form
            #expect(fields.count == 30_000)
            #expect(RequestMatcher.form("last", "A").matches(request))
        }
    }
}
