import Barricade
import Testing

@Suite(.timeLimit(.minutes(10))) struct JSONValueChangingTests {
    @Test func changesMembersAndElementsAndIsDescribedAsJSON() {
        var book: JSONValue = [
            "title": "Fog", "stock": 3, "tags": ["a", "b"], "author": ["id": 1],
            "others": [.null, true, 1.5, "a/\"", [], [:]],
        ]
        let others = #""others":[null,true,1.5,"a/\"",[],{}]"#
        book["stock"] = 0
        book["tags"]?[1] = "c"
        book["author"]?["name"] = "Ada"
        book["title"] = nil
        #expect(
            "\(book)"
                == #"{"author":{"id":1,"name":"Ada"},\#(others),"stock":0,"tags":["a","c"]}"#)
        book["tags"]?[0] = nil
        book["tags"]?[7] = "far"
        book["stock"]?["no"] = "object"
        #expect(
            "\(book)" == #"{"author":{"id":1,"name":"Ada"},\#(others),"stock":0,"tags":["c"]}"#)
    }
}
