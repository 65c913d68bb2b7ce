import Barricade
import BarricadeResources
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResourceTests {
    private let contacts = Resource("Contacts", at: "/contacts", items: [Contact.ada])

    @Test func servesThemAll() async throws {
        let barricade = Barricade(contacts)
        try await barricade.follow(
            """
            POST /contacts {"name": "Grace"}
              201 at /contacts/2 {"id":2,"name":"Grace"}
            GET /contacts
              200 [{"id":1,"name":"Ada"},{"id":2,"name":"Grace"}]
            PUT /contacts/2 {"name": "Grace H", "age": 37}
              200 {"age":37,"id":2,"name":"Grace H"}
            PATCH /contacts/2 {"name": "Hopper", "age": null}
              200 {"id":2,"name":"Hopper"}
            GET /contacts/2
              200 {"id":2,"name":"Hopper"}
            DELETE /contacts/1
              204
            GET /contacts/1
              404 problem: Contacts has no item with id "1".
            """)
        let list = try await barricade.session.get("\(api)/contacts").response
        #expect(
            ["X-Total-Count", "Link"].map { list.value(forHTTPHeaderField: $0) } == ["1", nil])
        #expect(barricade.validate() == [])
    }

    @Test func itsSetsAndResponsesHavePlainNames() {
        let names = contacts.responseSets.map { set -> String in
            let responses = set.responses.map(\.name).joined(separator: ", ")
            return "\(set.name): \(responses)"
        }
        let all = "Unauthorized, Forbidden, Server Error, Offline, Never Answers"
        let expected: [String] = [
            "List Contacts: Works, Empty, \(all)",
            "Get Contacts: Works, Not Found, \(all)",
            "Create Contacts: Works, Conflict, Invalid, \(all)",
            "Replace Contacts: Works, Not Found, Conflict, Invalid, \(all)",
            "Update Contacts: Works, Not Found, Conflict, Invalid, \(all)",
            "Delete Contacts: Works, Not Found, Conflict, \(all)",
        ]
        #expect(names == expected)
        let get = contacts[.get]
        #expect(
            [contacts.name, contacts.path, get.name, "\(get.matcher)"]
                == ["Contacts", "/contacts", "Get Contacts", "GET /contacts/:id"])
    }

    @Test func oneSetFailsAndLeavesTheItemsAloneWhileTheOthersWork() async throws {
        let barricade = Barricade(contacts)
        let problem =
            #"{"detail":"The server failed.","status":500,"title":"Internal Server Error"}"#
        for (operation, line, response, answer) in [
            (.list, "GET /contacts", "Server Error", "500 problem: The server failed."),
            (.delete, "DELETE /contacts/1", "Offline", "fails: NSURLErrorDomain -1009"),
            (.get, "GET /contacts/1", "Works", #"200 {"id":1,"name":"Ada"}"#),
            (.get, "GET /contacts/1", "Not Found", "404 problem: No item has this id."),
            (
                .create, "POST /contacts", "Conflict",
                "409 problem: An item with this id already exists."
            ),
            (.create, "POST /contacts", "Invalid", "422 problem: The body is not a valid item."),
            (
                .replace, "PUT /contacts/1", "Conflict",
                "409 problem: The item has been changed meanwhile."
            ),
            (.update, "PATCH /contacts/1", "Invalid", "422 problem: The body is not a valid item."),
            (
                .delete, "DELETE /contacts/1", "Conflict",
                "409 problem: The item has been changed meanwhile."
            ),
            (.delete, "DELETE /contacts/1", "Forbidden", "403 problem: This is not allowed."),
            (.list, "GET /contacts", "Unauthorized", "401 problem: Sign in first."),
            (.list, "GET /contacts", "Empty", "200 []"),
            (.list, "GET /contacts", "Works", #"200 [{"id":1,"name":"Ada"}]"#),
        ] as [(ResourceOperation, String, String, String)] {
            try barricade.select(response, for: contacts[operation].name)
            let body = line.hasPrefix("GET ") ? "" : #" {"name": "Eve"}"#
            let found = try await barricade.answer(to: line + body)
            let items = try await barricade.items(of: contacts)
            #expect(found == answer, "\(line)")
            #expect(items == [.ada], "\(line)")
        }
        try barricade.select("Server Error", for: "List Contacts")
        #expect(try await barricade.session.get("\(api)/contacts").text == problem)
    }

    @Test func moreResponsesAreForEverySet() async throws {
        let contacts = Resource("Contacts", at: "/contacts", items: [Contact.ada]) {
            CannedResponse("Maintenance", status: .serviceUnavailable)
            CannedResponse("Server Error", status: .internalServerError, text: "<h1>Oops</h1>")
        }
        let last = contacts.responseSets.map { $0.responses.last?.name }
        #expect(Set(last) == ["Maintenance"])
        let barricade = Barricade(contacts)
        try barricade.select("Maintenance", for: "Get Contacts")
        let first = try await barricade.answer(to: "GET /contacts/1")
        try barricade.select("Server Error", for: "Get Contacts")
        let second = try await barricade.answer(to: "GET /contacts/1")
        let expected = ["503", "500 text/plain; charset=utf-8: <h1>Oops</h1>"]
        #expect([first, second] == expected)
        #expect(barricade.validate() == [])
    }

    @Test func doesOnlyWhatIsRegistered() async throws {
        let barricade = Barricade(contacts[.list], contacts[.get])
        #expect(try await barricade.answer(to: "GET /contacts/1") == #"200 {"id":1,"name":"Ada"}"#)
        let refused = try await barricade.answer(to: "DELETE /contacts")
        let start = "fails: No response set matches DELETE "
        #expect(refused.hasPrefix(start))
        #expect(refused.contains("wants GET, got DELETE"))
        // Another one of the same name is not taken for it.
        let other = Resource("Contacts", at: "/contacts", items: [Contact.ada])
        let read = await #expect(throws: BarricadeError.self) {
            _ = try await barricade.items(of: other)
        }
        await #expect(throws: BarricadeError.self) { try await barricade.reset(other) }
        #expect(
            read?.message == """
                Resource "Contacts" is not registered in this barricade.

                To fix: give it the resource that was registered, not another of the same name.
                """)
    }

    @Test func eachBarricadeHasItemsOfItsOwnUntilItIsResetToTheFirst() async throws {
        let (barricade, other) = (Barricade(contacts), Barricade(contacts))
        try await barricade.follow(
            """
            DELETE /contacts/1
              204
            POST /contacts {"name": "Grace"}
              201 at /contacts/2 {"id":2,"name":"Grace"}
            """)
        #expect(try await other.items(of: contacts) == [.ada])
        // Nor do they come back where its sets are registered again.
        barricade.register(contacts)
        #expect(try await barricade.items(of: contacts) == [Contact(id: 2, name: "Grace")])
        try barricade.select("Offline", for: "Get Contacts")
        try await barricade.reset(contacts)
        #expect(try await barricade.items(of: contacts) == [.ada])
        #expect(try barricade.selectedResponse(for: "Get Contacts") == "Offline")
        // Ids count on from there too, so that a run can be repeated.
        #expect(
            try await barricade.answer(to: #"POST /contacts {"name": "Eve"}"#)
                == #"201 at /contacts/2 {"id":2,"name":"Eve"}"#)
    }

    @Test func standsAtAnyPathOrURL() async throws {
        for (path, list, item, location) in [
            ("mockserver://contacts", "mockserver://contacts", "mockserver://contacts/1", "/2"),
            ("/v1/contacts/", "\(api)/v1/contacts", "\(api)/v1/contacts/1", "/v1/contacts/2"),
            ("/v1/contacts", "\(api)/v1/contacts/", "\(api)/v1/contacts/1/", "/v1/contacts/2"),
            ("/", "\(api)/", "\(api)/1", "/2"),
            (
                "https://a.example.com/v1/contacts", "https://a.example.com/v1/contacts",
                "https://a.example.com/v1/contacts/1", "/v1/contacts/2"
            ),
            (
                "/users/:user/contacts", "\(api)/users/7/contacts", "\(api)/users/7/contacts/1",
                "/users/7/contacts/2"
            ),
        ] as [(String, String, String, String)] {
            let barricade = Barricade(Resource("Contacts", at: path, items: [Contact.ada]))
            let made = try #require(URL(string: location, relativeTo: URL(string: list)))
            try await barricade.follow(
                """
                GET \(list)
                  200 [{"id":1,"name":"Ada"}]
                GET \(item)
                  200 {"id":1,"name":"Ada"}
                POST \(list) {"name": "Grace"}
                  201 at \(location) {"id":2,"name":"Grace"}
                GET \(made.absoluteString)
                  200 {"id":2,"name":"Grace"}
                DELETE \(item)
                  204
                """)
            #expect(barricade.validate() == [])
        }
    }

    /// A segment that is named like a member tells whose items they are.
    @Test func listsTheItemsBelowItsPath() async throws {
        struct Comment: Codable, Identifiable, Sendable {
            var id: Int
            var post: Int
            var text: String
        }
        let comments = Resource(
            "Comments", at: "/posts/:post/comments",
            items: [
                Comment(id: 1, post: 1, text: "A"), Comment(id: 2, post: 2, text: "B"),
                Comment(id: 3, post: 1, text: "C"),
            ])
        try await Barricade(comments).follow(
            """
            GET /posts/1/comments
              200 [{"id":1,"post":1,"text":"A"},{"id":3,"post":1,"text":"C"}]
            GET /posts/1/comments?sort=-text
              200 [{"id":3,"post":1,"text":"C"},{"id":1,"post":1,"text":"A"}]
            GET /posts/7/comments
              200 []
            GET /posts/2/comments/1
              404 problem: Comments has no item with id "1".
            DELETE /posts/2/comments/1
              404 problem: Comments has no item with id "1".
            PATCH /posts/1/comments/1 {"text": "D"}
              200 {"id":1,"post":1,"text":"D"}
            POST /posts/7/comments {"text": "E"}
              201 at /posts/7/comments/4 {"id":4,"post":7,"text":"E"}
            POST /posts/7/comments {"id": 9, "text": "F", "post": 1}
              201 at /posts/7/comments/9 {"id":9,"post":7,"text":"F"}
            POST /posts/x/comments {"text": "E"}
              422 problem: $.post is missing. (#/post)
            POST /posts/7/comments {}
              422 problem: $.post is missing. (#/post)
            GET /posts/7/comments
              200 [{"id":4,"post":7,"text":"E"},{"id":9,"post":7,"text":"F"}]
            """)
        struct Page: Codable, Identifiable, Sendable {
            var id: String
            var book: String
            var chapter: Int
        }
        let pages = Resource<Page>("Pages", at: "/books/:book/:chapter/pages")
        try await Barricade(pages).follow(
            """
            POST /books/fog/2/pages {"id": "a"}
              201 at /books/fog/2/pages/a {"book":"fog","chapter":2,"id":"a"}
            GET /books/fog/1/pages
              200 []
            GET /books/fog/2/pages/a
              200 {"book":"fog","chapter":2,"id":"a"}
            """)
    }

    @Test func waitsForItsDelayBeforeItChangesAnything() async throws {
        let clock = ForeignClock()
        let contacts = Resource(
            "Contacts", at: "/contacts", items: [Contact.ada], delay: .seconds(3))
        let barricade = Barricade(contacts) { $0.clock = clock }
        async let answer = barricade.answer(to: "DELETE /contacts/1")
        await clock.waitForSleepers()
        #expect(try await barricade.items(of: contacts) == [.ada])
        clock.advance(by: .seconds(3))
        #expect(try await answer == "204")
        #expect(try await barricade.items(of: contacts) == [])
    }

    // MARK: What a server refuses

    @Test func refusesWhatAServerRefuses() async throws {
        let barricade = Barricade(contacts)
        try await barricade.follow(
            """
            GET /contacts/7
              404 problem: Contacts has no item with id "7".
            GET /contacts/seven
              404 problem: Contacts has no item with id "seven".
            GET /contacts/01
              404 problem: Contacts has no item with id "01".
            PUT /contacts/7 {"name": "Eve"}
              404 problem: Contacts has no item with id "7".
            PATCH /contacts/7 {}
              404 problem: Contacts has no item with id "7".
            DELETE /contacts/7
              404 problem: Contacts has no item with id "7".
            POST /contacts {"id": 1, "name": "Eve"}
              409 problem: Contacts already has an item with id "1".
            PUT /contacts/1 {"id": 2, "name": "Eve"}
              409 problem: The id in the body is not that in the path, "1".
            PATCH /contacts/1 {"id": 2}
              409 problem: The id in the body is not that in the path, "1".
            PATCH /contacts/1 {"id": null}
              409 problem: The id in the body is not that in the path, "1".
            POST /contacts {"name":
              400 problem: The body is not JSON (it ends too early, at offset 8).
            PUT /contacts/1 name=Eve
              400 problem: The body is not JSON (offset 1).
            PATCH /contacts/1 {]
              400 problem: The body is not JSON (offset 1).
            POST /contacts {"age": 3}
              422 problem: $.name is missing. (#/name)
            POST /contacts {"name": 3}
              422 problem: $.name is not text. (#/name)
            POST /contacts {"name": null}
              422 problem: $.name is null, not text. (#/name)
            POST /contacts {"id": "x", "name": "Eve"}
              422 problem: $.id is not a whole number. (#/id)
            PUT /contacts/1 {"name": "Eve", "tags": ["a", 1]}
              422 problem: $.tags[1] is not text. (#/tags/1)
            PUT /contacts/1 {}
              422 problem: $.name is missing. (#/name)
            PATCH /contacts/1 {"name": null}
              422 problem: $.name is missing. (#/name)
            PATCH /contacts/1 {"tags": "a"}
              422 problem: $.tags is not an array. (#/tags)
            PATCH /contacts/1 [1]
              422 problem: The body is not an object. (#)
            POST /contacts 7
              422 problem: The body is not an object. (#)
            """)
        let empty = try URLRequest.posting(
            Data?.none, to: "\(api)/contacts", as: "application/json")
        let answer = try await barricade.session.send(empty)
        let detail = #""detail":"The request has no body.""#
        #expect(answer.status == 400)
        #expect(answer.text.contains(detail))
        #expect(try await barricade.items(of: contacts) == [.ada])
    }

    @Test func takesJSONOnlyAndSaysWhatPatchesAre() async throws {
        for (line, contentType, answer) in [
            (
                "POST /contacts", "text/plain",
                "415 problem: Content-Type is text/plain, expected application/json."
            ),
            (
                "PUT /contacts/1", nil,
                "415 problem: The request has no Content-Type, expected application/json."
            ),
            (
                "POST /contacts", "application/merge-patch+json",
                """
                415 problem: Content-Type is application/merge-patch+json, \
                expected application/json.
                """
            ),
            (
                "PATCH /contacts/1", "application/json-patch+json",
                """
                415 problem: Content-Type is application/json-patch+json, \
                expected application/merge-patch+json or application/json.
                """
            ),
            ("PATCH /contacts/1", "application/json", #"200 {"id":1,"name":"Eve"}"#),
            ("PATCH /contacts/1", "application/merge-patch+json", #"200 {"id":1,"name":"Eve"}"#),
            ("PUT /contacts/1", "Application/JSON; charset=utf-8", #"200 {"id":1,"name":"Eve"}"#),
            (
                "POST /contacts", "application/vnd.example.contact+json",
                #"201 at /contacts/2 {"id":2,"name":"Eve"}"#
            ),
        ] as [(String, String?, String)] {
            let barricade = Barricade(contacts)
            let found = try await barricade.answer(to: line + #" {"name": "Eve"}"#, as: contentType)
            #expect(found == answer)
            let reason = answer.split(separator: " problem: ").dropFirst().first.map(String.init)
            #expect(barricade.requests.map(\.note) == [reason])
            #expect(barricade.requestCount == 1)
        }
        let barricade = Barricade(contacts)
        var request = try URLRequest.posting("[]", to: "\(api)/contacts/1", as: "text/plain")
        var accepted: [String?] = []
        for method in ["PATCH", "PUT"] {
            request.httpMethod = method
            let answer = try await barricade.session.send(request)
            accepted.append(answer.response.value(forHTTPHeaderField: "Accept-Patch"))
        }
        #expect(accepted == ["application/merge-patch+json, application/json", nil])
    }

    /// The examples of RFC 7396, appendix A, each one level down.
    @Test func patchesAreMergedAsTheStandardSays() async throws {
        struct Thing: Codable, Identifiable, Sendable {
            var id = 1
            var value: JSONValue
        }
        for (original, patch, result) in [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
            (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
            (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#),
            ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ] as [(String, String, String)] {
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(original.utf8))
            try await Barricade(
                Resource("Things", at: "/things", items: [Thing(value: value)])
            ).follow(
                """
                PATCH /things/1 {"value": \(patch)}
                  200 {"id":1,"value":\(result)}
                """)
        }
    }
}
