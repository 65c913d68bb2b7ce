import BarricadeRecording

extension Change {
    static let all = keys + types + texts + containers + replies

    /// Keys that come, go, or change.
    private static let keys = [
        Change(
            "a key is missing", from: #"{"id": 1, "name": "Ada"}"#, to: #"{"id": 2}"#,
            [.missingKey: #"$.name is missing on the server, text in "Regular""#]),
        Change(
            "a key is missing deep inside",
            from: #"{"user": {"address": {"city": "Oslo", "zip": 1}}}"#,
            to: #"{"user": {"address": {"city": "Rome"}}}"#,
            [.missingKey: #"$.user.address.zip is missing on the server, a number in "Regular""#]),
        Change(
            "a key is missing in one element", from: #"[{"id": 1, "title": "Fog"}]"#,
            to: #"[{"id": 2, "title": "Sea"}, {"id": 3}]"#,
            [.missingKey: #"$[*].title is missing on the server, text in "Regular""#]),
        Change(
            "a key is missing that may be null", from: #"{"id": 1, "note": null}"#,
            #"{"id": 1, "note": "x"}"#, to: #"{"id": 2}"#,
            [.missingKey: #"$.note is missing on the server, text or null in "Regular" and 1 more"#]
        ),
        Change(
            "a key is new", from: #"{"id": 1}"#, to: #"{"id": 2, "plan": "free"}"#,
            [.newKey: #"$.plan is text on the server, missing in "Regular""#]),
        Change(
            "a key with an object is new", from: #"{"id": 1}"#, #"{"id": 2, "x": 1}"#,
            to: #"{"id": 2, "plan": {"name": "free"}}"#,
            [.newKey: #"$.plan is an object on the server, missing in "Regular" and 1 more"#]),
        Change(
            "a key of an element is new", from: #"{"books": [{"id": 1}]}"#,
            to: #"{"books": [{"id": 1}, {"id": 2, "stock": 3}, {"id": 3, "stock": 4}]}"#,
            [.newKey: #"$.books[*].stock is a number on the server, missing in "Regular""#]),
        Change(
            "a key with a dot and a blank is new", from: #"{"id": 1}"#,
            to: #"{"id": 2, "a. b": true}"#,
            [.newKey: #"$["a. b"] is true or false on the server, missing in "Regular""#]),
        Change(
            "a key is in another case", from: #"{"first_name": "Ada", "id": 1}"#,
            to: #"{"firstName": "Ada", "id": 1}"#,
            [
                .renamedKey:
                    #"$.first_name is called "firstName" on the server, "first_name" in "Regular""#
            ]),
        Change(
            "a key is in another case, with another type", from: #"{"userID": 7}"#,
            to: #"{"userId": "7"}"#,
            [
                .renamedKey: #"$.userID is called "userId" on the server, "userID" in "Regular""#,
                .type: #"$.userId is a number as text on the server, a number in "Regular""#,
            ]),
        Change(
            "a key has another name", from: #"{"id": 1, "title": "Fog"}"#,
            to: #"{"id": 1, "name": "Fog"}"#,
            [
                .missingKey: #"$.title is missing on the server, text in "Regular""#,
                .newKey: #"$.name is text on the server, missing in "Regular""#,
            ]),
    ]

    /// Values of other types.
    private static let types = [
        Change(
            "a number is text", from: #"{"age": 36}"#, to: #"{"age": "36"}"#,
            [.type: #"$.age is a number as text on the server, a number in "Regular""#]),
        Change(
            "a number is a word", from: #"{"age": 36}"#, to: #"{"age": "unknown"}"#,
            [.type: #"$.age is text on the server, a number in "Regular""#]),
        Change(
            "text is a number", from: #"{"zip": "0150"}"#, to: #"{"zip": 150}"#,
            [.type: #"$.zip is a number on the server, text in "Regular""#]),
        Change(
            "a number is true or false", from: #"{"isNew": 1}"#, to: #"{"isNew": true}"#,
            [.type: #"$.isNew is true or false on the server, a number in "Regular""#]),
        Change(
            "true or false is a number", from: #"{"isNew": true}"#, to: #"{"isNew": 1}"#,
            [.type: #"$.isNew is a number on the server, true or false in "Regular""#]),
        Change(
            "true or false is text", from: #"{"isNew": true}"#, to: #"{"isNew": "true"}"#,
            [.type: #"$.isNew is true or false as text on the server, true or false in "Regular""#]),
        Change(
            "a value is null", from: #"{"email": "ada@example.com"}"#, to: #"{"email": null}"#,
            [.null: #"$.email is null on the server, text in "Regular""#]),
        Change(
            "an object is null", from: #"{"id": 1, "owner": {"id": 2}}"#,
            to: #"{"id": 1, "owner": null}"#,
            [.null: #"$.owner is null on the server, an object in "Regular""#]),
        Change(
            "an element is null", from: #"{"tags": ["new"]}"#, to: #"{"tags": ["old", null]}"#,
            [.null: #"$.tags[*] is null on the server, text in "Regular""#]),
        Change(
            "null is a value", from: #"{"next": null}"#, to: #"{"next": "/books?page=2"}"#,
            [.type: #"$.next is text on the server, null in "Regular""#]),
        Change(
            "a value of two types has a third", from: #"{"id": 1}"#, #"{"id": "a"}"#,
            #"{"id": null}"#,
            to: #"{"id": [1]}"#,
            [
                .type:
                    #"$.id is an array on the server, a number, text or null in "Regular" and 2 more"#
            ]),
        Change(
            "text is an object", from: #"{"author": "Ada"}"#, to: #"{"author": {"name": "Ada"}}"#,
            [.type: #"$.author is an object on the server, text in "Regular""#]),
    ]

    /// Texts of other formats, and other words.
    private static let texts = [
        Change(
            "a date has a time", from: #"{"at": "2025-01-31"}"#,
            to: #"{"at": "2025-01-31T09:30:00Z"}"#,
            [.format: #"$.at is a date and time on the server, a date in "Regular""#]),
        Change(
            "a date and time has fractions", from: #"{"at": "2025-01-31T09:30:00Z"}"#,
            to: #"{"at": "2025-01-31T09:30:00.250+01:00"}"#,
            [
                .format: """
                $.at is a date and time with fractions of a second on the server, \
                a date and time in "Regular"
                """
            ]),
        Change(
            "a date and time has no zone", from: #"{"at": "2025-01-31T09:30:00Z"}"#,
            to: #"{"at": "2025-01-31 09:30:00"}"#,
            [
                .format: """
                $.at is a date and time without a time zone on the server, \
                a date and time in "Regular"
                """
            ]),
        Change(
            "a date is written by people", from: #"{"at": "2025-01-31"}"#,
            to: #"{"at": "31.1.2025"}"#,
            [.format: #"$.at is other text on the server, a date in "Regular""#]),
        Change(
            "a date is a number", from: #"{"at": "2025-01-31T09:30:00Z"}"#,
            to: #"{"at": 1738315800}"#,
            [.type: #"$.at is a number on the server, text in "Regular""#]),
        Change(
            "a date is empty", from: #"{"at": "2025-01-31"}"#, to: #"{"at": ""}"#,
            [.format: #"$.at is empty text on the server, a date in "Regular""#]),
        Change(
            "a UUID is another identifier",
            from: #"{"id": "8F3B1C2A-9E4D-4B6F-8A1C-0D2E4F6A8B0C"}"#,
            to: #"{"id": "usr_8f3b1c2a"}"#,
            [.format: #"$.id is other text on the server, a UUID in "Regular""#]),
        Change(
            "a URL is a path", from: #"{"icon": "https://example.com/a.png"}"#,
            to: #"{"icon": "/a.png"}"#,
            [.format: #"$.icon is other text on the server, a URL in "Regular""#]),
        Change(
            "an e-mail address is a name", from: #"{"contact": "ada@example.com"}"#,
            to: #"{"contact": "Ada"}"#,
            [.format: #"$.contact is other text on the server, an e-mail address in "Regular""#]),
        Change(
            "a word is none of those known",
            from: """
                [{"status": "open"}, {"status": "open"}, {"status": "open"}, {"status": "open"},
                {"status": "shipped"}, {"status": "shipped"}, {"status": "open"}, {"status": "open"}]
                """,
            to: #"[{"status": "open"}, {"status": "archived"}]"#,
            [.word: #"$[*].status is "archived" on the server, "open" or "shipped" in "Regular""#]),
    ]

    /// Arrays and objects.
    private static let containers = [
        Change(
            "an object is an array", from: #"{"id": 1}"#, to: #"[{"id": 1}]"#,
            [.type: #"$ is an array on the server, an object in "Regular""#]),
        Change(
            "an array is an object", from: #"{"books": [1]}"#, to: #"{"books": {"first": 1}}"#,
            [.type: #"$.books is an object on the server, an array in "Regular""#]),
        Change(
            "elements are of another type", from: #"{"ids": [1, 2]}"#, to: #"{"ids": ["a", "b"]}"#,
            [.type: #"$.ids[*] is text on the server, a number in "Regular""#]),
        Change(
            "elements are objects", from: #"{"tags": ["new"]}"#,
            to: #"{"tags": [{"name": "new"}]}"#,
            [.type: #"$.tags[*] is an object on the server, text in "Regular""#]),
        Change(
            "a list has elements", from: #"{"items": []}"#, #"{"items": []}"#,
            to: #"{"items": [{"id": 1}]}"#,
            [.elements: #"$.items has elements on the server, none in "Regular" and 1 more"#]),
        Change(
            "all is one level further in", from: #"{"id": 1, "name": "Ada"}"#,
            to: #"{"data": {"id": 2, "name": "Bob"}, "meta": {}}"#,
            [
                .nesting: #"the content of $ is in $.data on the server, in $ itself in "Regular""#,
                .newKey: #"$.meta is an object on the server, missing in "Regular""#,
            ]),
        Change(
            "all is one level further out", from: #"{"data": {"id": 1, "name": "Ada"}}"#,
            to: #"{"id": 2, "name": null}"#,
            [
                .nesting: #"the content of $.data is in $ on the server, in $.data in "Regular""#,
                .null: #"$.name is null on the server, text in "Regular""#,
            ]),
        Change(
            "the values of a map are of another type",
            from: #"{"sales": {"2025-01-01": 3, "2025-01-02": 4}}"#,
            to: #"{"sales": {"2025-02-01": "3"}}"#,
            [.type: #"$.sales[*] is a number as text on the server, a number in "Regular""#]),
    ]

    /// Replies besides their JSON.
    private static let replies = [
        Change(
            "the status is another", from: .json("{}"), .json("{}", status: 404),
            to: .json("{}", status: 410),
            [.status: "the status is 410 on the server, 200 or 404 in its responses"]),
        Change(
            "an error has another shape", from: .json(#"{"id": 1}"#),
            .json(#"{"code": 7}"#, status: 404), to: .json(#"{"code": "E7"}"#, status: 404),
            [.type: #"$.code is text on the server, a number in "Second""#]),
        Change(
            "the content type is another", from: .json("{}"),
            to: Change.Reply(contentType: "text/html; charset=utf-8", body: "<html></html>"),
            [
                .contentType:
                    #"the content type is text/html on the server, application/json in "Regular""#
            ]),
        Change(
            "there is no content type", from: .json("{}"),
            to: Change.Reply(contentType: nil, body: "{}"),
            [
                .contentType:
                    #"there is no content type on the server, application/json in "Regular""#
            ]),
        Change(
            "the body is empty", from: .json("{}"), to: Change.Reply(body: ""),
            [.body: #"the body is empty on the server, JSON in "Regular""#]),
        Change(
            "the body is not JSON", from: .json("{}"), to: .json("{\n\"id\": }"),
            [.body: #"the body is not JSON (line 2, column 7) on the server, JSON in "Regular""#]),
        Change(
            "there is a body", from: Change.Reply(contentType: nil, body: ""), to: .json("{}"),
            [.body: #"the body is JSON on the server, empty in "Regular""#]),
    ]
}
