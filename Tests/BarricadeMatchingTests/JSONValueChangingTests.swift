import Barricade
import Testing

@Suite(.timeLimit(.minutes(10))) struct JSONValueChangingTests {
    @Test func changesMembersAndElements() {
        var book: JSONValue = [
            "title": "Fog", "stock": 3, "tags": ["a", "b"], "author": ["id": 1],
        ]
        book["stock"] = 0
        book["tags"]?[1] = "c"
        book["author"]?["name"] = "Ada"
        book["title"] = nil
        #expect("\(book)" == #"{"author":{"id":1,"name":"Ada"},"stock":0,"tags":["a","c"]}"#)
        book["tags"]?[0] = nil
        book["tags"]?[7] = "far"
        book["stock"]?["no"] = "object"
        #expect("\(book)" == #"{"author":{"id":1,"name":"Ada"},"stock":0,"tags":["c"]}"#)
    }

    @Test(arguments: [
        (JSONValue.null, "null"), (.bool(true), "true"), (.integer(1), "1"), (.number(1.5), "1.5"),
        (.string("a/\""), #""a/\"""#), (.array([]), "[]"),
    ])
    func isDescribedAsJSON(_ value: JSONValue, _ text: String) {
        #expect("\(value)" == text)
    }
}
