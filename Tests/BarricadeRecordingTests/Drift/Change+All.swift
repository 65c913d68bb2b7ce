extension Change {
    static let all = keys + types + texts + containers + replies

    /// Keys that come, go, or change.
    private static let keys = [
        Change(
            "null is a value", from: #"{"next": null}"#, to: #"{"next": "/books?page=2"}"#,
            #"type: $.next: wants null as in "Regular", got text"#),
        Change(
            "an element is null", from: #"{"tags": ["new"]}"#, to: #"{"tags": ["old", null]}"#,
            #"null: $.tags[*]: wants text as in "Regular", got null"#),
        Change(
            "a key is missing", from: #"{"id": 1, "name": "Ada"}"#, to: #"{"id": 2}"#,
            #"missingKey: $.name: wants text as in "Regular", got no such key"#),
        Change(
            "a key is missing in one element", from: #"[{"id": 1, "title": "Fog"}]"#,
            to: #"[{"id": 2, "title": "Sea"}, {"id": 3}]"#,
            #"missingKey: $[*].title: wants text as in "Regular", got no such key"#),
        Change(
            "a key is missing that may be null", from: #"{"id": 1, "note": null}"#,
            #"{"id": 1, "note": "x"}"#, to: #"{"id": 2}"#,
            #"missingKey: $.note: wants text or null as in "Regular" and 1 more, got no such key"#),
        Change(
            "a key is new", from: #"{"id": 1}"#, to: #"{"id": 2, "plan": "free"}"#,
            #"newKey: $.plan: wants no such key as in "Regular", got text"#),
        Change(
            "a key of an element is new", from: #"{"books": [{"id": 1}]}"#,
            to: #"{"books": [{"id": 1}, {"id": 2, "stock": 3}, {"id": 3, "stock": 4}]}"#,
            #"newKey: $.books[*].stock: wants no such key as in "Regular", got a number"#),
        Change(
            "a key with a dot and a blank is new", from: #"{"id": 1}"#,
            to: #"{"id": 2, "a. b": true}"#,
            #"newKey: $["a. b"]: wants no such key as in "Regular", got true or false"#),
        Change(
            "a key is in another case", from: #"{"first_name": "Ada", "id": 1}"#,
            to: #"{"firstName": "Ada", "id": 1}"#,
            #"missingKey: $.first_name: wants text as in "Regular", got no such key"#,
            #"newKey: $.firstName: wants no such key as in "Regular", got text"#),
    ]

    /// Values of other types.
    private static let types = [
        Change(
            "a number is text", from: #"{"age": 36}"#, to: #"{"age": "36"}"#,
            #"type: $.age: wants a number as in "Regular", got a number as text"#),
        Change(
            "a number is a word", from: #"{"age": 36}"#, to: #"{"age": "unknown"}"#,
            #"type: $.age: wants a number as in "Regular", got text"#),
        Change(
            "true or false is text", from: #"{"isNew": true}"#, to: #"{"isNew": "true"}"#,
            #"type: $.isNew: wants true or false as in "Regular", got true or false as text"#),
        Change(
            "a value is null", from: #"{"email": "ada@example.com"}"#, to: #"{"email": null}"#,
            #"null: $.email: wants text as in "Regular", got null"#),
        Change(
            "a value of two types has a third", from: #"{"id": 1}"#, #"{"id": "a"}"#,
            #"{"id": null}"#,
            to: #"{"id": [1]}"#,
            #"type: $.id: wants a number, text or null as in "Regular" and 2 more, got an array"#),
        Change(
            "text is an object", from: #"{"author": "Ada"}"#, to: #"{"author": {"name": "Ada"}}"#,
            #"type: $.author: wants text as in "Regular", got an object"#),
    ]

    /// Texts of other formats, and other words.
    private static let texts = [
        Change(
            "a date has a time", from: #"{"at": "2025-01-31"}"#,
            to: #"{"at": "2025-01-31T09:30:00Z"}"#,
            #"format: $.at: wants a date as in "Regular", got a date and time"#),
        Change(
            "a date and time has fractions", from: #"{"at": "2025-01-31T09:30:00Z"}"#,
            to: #"{"at": "2025-01-31T09:30:00.250+01:00"}"#,
            #"format: $.at: wants a date and time as in "Regular", got a date and time with fractions of a second"#
        ),
        Change(
            "a date and time has no zone", from: #"{"at": "2025-01-31T09:30:00Z"}"#,
            to: #"{"at": "2025-01-31 09:30:00"}"#,
            #"format: $.at: wants a date and time as in "Regular", got a date and time without a time zone"#
        ),
        Change(
            "a date is written by people", from: #"{"at": "2025-01-31"}"#,
            to: #"{"at": "31.1.2025"}"#,
            #"format: $.at: wants a date as in "Regular", got other text"#),
        Change(
            "a date is a number", from: #"{"at": "2025-01-31T09:30:00Z"}"#,
            to: #"{"at": 1738315800}"#,
            #"type: $.at: wants text as in "Regular", got a number"#),
        Change(
            "a date is empty", from: #"{"at": "2025-01-31"}"#, to: #"{"at": ""}"#,
            #"format: $.at: wants a date as in "Regular", got empty text"#),
        Change(
            "a UUID is another identifier",
            from: #"{"id": "8F3B1C2A-9E4D-4B6F-8A1C-0D2E4F6A8B0C"}"#,
            to: #"{"id": "usr_8f3b1c2a"}"#,
            #"format: $.id: wants a UUID as in "Regular", got other text"#),
        Change(
            "a word is none of those known",
            from: """
                [{"status": "open"}, {"status": "open"}, {"status": "open"}, {"status": "open"},
                {"status": "shipped"}, {"status": "shipped"}, {"status": "open"}, {"status": "open"}]
                """,
            to: #"[{"status": "open"}, {"status": "archived"}]"#,
            #"word: $[*].status: wants "open" or "shipped" as in "Regular", got "archived""#),
    ]

    /// Arrays and objects.
    private static let containers = [
        Change(
            "an object is an array", from: #"{"id": 1}"#, to: #"[{"id": 1}]"#,
            #"type: $: wants an object as in "Regular", got an array"#),
        Change(
            "elements are of another type", from: #"{"ids": [1, 2]}"#, to: #"{"ids": ["a", "b"]}"#,
            #"type: $.ids[*]: wants a number as in "Regular", got text"#),
        Change(
            "a list has elements", from: #"{"items": []}"#, #"{"items": []}"#,
            to: #"{"items": [{"id": 1}]}"#,
            #"elements: $.items: wants an empty array as in "Regular" and 1 more, got elements"#),
        Change(
            "all is one level further in", from: #"{"id": 1, "name": "Ada"}"#,
            to: #"{"data": {"id": 2, "name": "Bob"}, "meta": {}}"#,
            #"nesting: $: wants its content here as in "Regular", got it in $.data"#),
        Change(
            "all is one level further out", from: #"{"data": {"id": 1, "name": "Ada"}}"#,
            to: #"{"id": 2, "name": null}"#,
            #"missingKey: $.data: wants an object as in "Regular", got no such key"#,
            #"newKey: $.id: wants no such key as in "Regular", got a number"#,
            #"newKey: $.name: wants no such key as in "Regular", got null"#),
        Change(
            "a key of a map was made by an import", from: #"{"stock": {"key1": 1}}"#,
            to: #"{"stock": {"paper": 3, "file": 0}}"#),
        Change(
            "the values of a map are of another type",
            from: #"{"sales": {"2025-01-01": 3, "2025-01-02": 4}}"#,
            to: #"{"sales": {"2025-02-01": "3"}}"#,
            #"type: $.sales[*]: wants a number as in "Regular", got a number as text"#),
    ]

    /// Replies besides their JSON.
    private static let replies = [
        Change(
            "the status is another", from: .json("{}"), .json("{}", status: 404),
            to: .json("{}", status: 410),
            #"status: status: wants 200 or 404 as in "Regular" and 1 more, got 410"#),
        Change(
            "an error has another shape", from: .json(#"{"id": 1}"#),
            .json(#"{"code": 7}"#, status: 404), to: .json(#"{"code": "E7"}"#, status: 404),
            #"type: $.code: wants a number as in "Second", got text"#),
        Change(
            "the content type is another", from: .json("{}"),
            to: Change.Reply(contentType: "text/html; charset=utf-8", body: "<html></html>"),
            #"contentType: content type: wants application/json as in "Regular", got text/html"#),
        Change(
            "there is no content type", from: .json("{}"),
            to: Change.Reply(contentType: nil, body: "{}"),
            #"contentType: content type: wants application/json as in "Regular", got none"#),
        Change(
            "the body is empty", from: .json("{}"), to: Change.Reply(body: ""),
            #"body: body: wants JSON as in "Regular", got none"#),
        Change(
            "the body is not JSON", from: .json("{}"), to: .json("{\n\"id\": }"),
            #"body: body: wants JSON as in "Regular", got data that is not JSON (line 2, column 7)"#
        ),
        Change(
            "JSON has several lines",
            from: Change.Reply(contentType: "application/x-ndjson", body: "{}"),
            to: Change.Reply(contentType: "application/x-ndjson", body: "{}\n{}")),
        Change(
            "a line has another shape",
            from: Change.Reply(contentType: "application/x-ndjson", body: #"{"a":1}"#),
            to: Change.Reply(
                contentType: "application/x-ndjson", body: "{\"a\":2}\n{\"a\":\"x\"}\n"),
            #"type: $[*].a: wants a number as in "Regular", got text"#),
        Change(
            "an event has another shape",
            from: Change.Reply(
                contentType: "text/event-stream",
                body: "event: new\r\ndata: {\"a\":1}\r\n\r\ndata: [DONE]\r\n\r\n"),
            to: Change.Reply(
                contentType: "text/event-stream; charset=utf-8", body: "data:{\"a\":true}\n\n"),
            #"type: $[*].a: wants a number as in "Regular", got true or false"#),
        Change(
            "there is a body", from: Change.Reply(contentType: nil, body: ""), to: .json("{}"),
            #"body: body: wants none as in "Regular", got JSON"#),
    ]
}
