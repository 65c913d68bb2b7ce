import Barricade
import BarricadeResources
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ResourceTests {
    private let contacts = Resource("Contacts", at: "/contacts", items: [Contact.ada])

    @Test func servesThemAll() async throws {
        let barricade = Barricade(contacts)
        let session = barricade.session
        let created = try await session.visit("POST /contacts", #"{"name": "Grace"}"#)
        #expect(created.status == 201)
        #expect(created.header("Location") == "/contacts/2")
        #expect(created.header("Content-Type") == "application/json")
        #expect(created.text == #"{"id":2,"name":"Grace"}"#)
        let list = try await session.visit("GET /contacts")
        #expect(list.status == 200)
        #expect(list.text == #"[{"id":1,"name":"Ada"},{"id":2,"name":"Grace"}]"#)
        #expect(list.header("X-Total-Count") == "2")
        #expect(list.header("Link") == nil)
        let replaced = try await session.visit(
            "PUT /contacts/2", #"{"name": "Grace H", "age": 37}"#)
        #expect(replaced.status == 200)
        #expect(replaced.text == #"{"age":37,"id":2,"name":"Grace H"}"#)
        let updated = try await session.visit(
            "PATCH /contacts/2", #"{"name": "Hopper", "age": null}"#,
            as: "application/merge-patch+json")
        #expect(updated.status == 200)
        #expect(updated.text == #"{"id":2,"name":"Hopper"}"#)
        #expect(try await session.visit("GET /contacts/2").text == updated.text)
        let deleted = try await session.visit("DELETE /contacts/1")
        #expect(deleted.status == 204)
        #expect(deleted.text == "")
        #expect(try await session.visit("GET /contacts/1").status == 404)
        #expect(
            try await barricade.items(of: contacts) == [Contact(id: 2, name: "Hopper")])
        #expect(barricade.validate() == [])
    }

    @Test func itsSetsAndResponsesHavePlainNames() {
        let names = contacts.responseSets.map { set in
            "\(set.name): \(set.responses.map(\.name).joined(separator: ", "))"
        }
        let all = "Unauthorized, Forbidden, Server Error, Offline, Never Answers"
        #expect(
            names == [
                "List Contacts: Works, Empty, \(all)",
                "Get Contacts: Works, Not Found, \(all)",
                "Create Contacts: Works, Conflict, Invalid, \(all)",
                "Replace Contacts: Works, Not Found, Conflict, Invalid, \(all)",
                "Update Contacts: Works, Not Found, Conflict, Invalid, \(all)",
                "Delete Contacts: Works, Not Found, Conflict, \(all)",
            ])
        #expect(contacts[.get].name == "Get Contacts")
        #expect(contacts[.get].matcher == .get("/contacts/:id"))
        #expect(contacts.name == "Contacts")
        #expect(contacts.path == "/contacts")
    }

    @Test func oneSetFailsTheOthersWork() async throws {
        let barricade = Barricade(contacts)
        let session = barricade.session
        try barricade.select("Server Error", for: "List Contacts")
        try barricade.select("Offline", for: "Delete Contacts")
        let list = try await session.visit("GET /contacts")
        #expect(list.status == 500)
        #expect(list.problem == "The server failed.")
        #expect(
            list.json
                == [
                    "title": "Internal Server Error", "status": 500, "detail": "The server failed.",
                ])
        let error = try await session.failure("\(api)/contacts/1", method: "DELETE")
        #expect((error as? URLError)?.code == .notConnectedToInternet)
        #expect(try await session.visit("GET /contacts/1").status == 200)
        try barricade.select("Works", for: "List Contacts")
        #expect(try await session.visit("GET /contacts").text == #"[{"id":1,"name":"Ada"}]"#)
        try barricade.select("Empty", for: "List Contacts")
        #expect(try await session.visit("GET /contacts").text == "[]")
    }

    @Test(arguments: [
        (ResourceOperation.get, "Not Found", 404, "No item has this id."),
        (.create, "Conflict", 409, "An item with this id already exists."),
        (.create, "Invalid", 422, "The body is not a valid item."),
        (.replace, "Conflict", 409, "The item has been changed meanwhile."),
        (.update, "Invalid", 422, "The body is not a valid item."),
        (.delete, "Conflict", 409, "The item has been changed meanwhile."),
        (.list, "Unauthorized", 401, "Sign in first."),
        (.delete, "Forbidden", 403, "This is not allowed."),
    ])
    func failuresLeaveTheItemsAlone(
        _ operation: ResourceOperation, _ response: String, _ status: Int, _ detail: String
    ) async throws {
        let lines: [ResourceOperation: String] = [
            .list: "GET /contacts", .get: "GET /contacts/1", .create: "POST /contacts",
            .replace: "PUT /contacts/1", .update: "PATCH /contacts/1",
            .delete: "DELETE /contacts/1",
        ]
        let barricade = Barricade(contacts)
        try barricade.select(response, for: contacts[operation].name)
        let answer = try await barricade.session.visit(
            try #require(lines[operation]), #"{"name": "Eve"}"#)
        #expect(answer.status == status)
        #expect(answer.problem == detail)
        #expect(try await barricade.items(of: contacts) == [.ada])
    }

    @Test func moreResponsesAreForEverySet() async throws {
        let contacts = Resource("Contacts", at: "/contacts", items: [Contact.ada]) {
            CannedResponse("Maintenance", status: .serviceUnavailable)
            CannedResponse("Server Error", status: .internalServerError, text: "<h1>Oops</h1>")
        }
        #expect(contacts.responseSets.allSatisfy { $0.responses.last?.name == "Maintenance" })
        let barricade = Barricade(contacts)
        try barricade.select("Maintenance", for: "Get Contacts")
        #expect(try await barricade.session.visit("GET /contacts/1").status == 503)
        try barricade.select("Server Error", for: "Get Contacts")
        #expect(try await barricade.session.visit("GET /contacts/1").text == "<h1>Oops</h1>")
        #expect(barricade.validate() == [])
    }

    @Test func doesOnlyWhatIsRegistered() async throws {
        let barricade = Barricade(contacts[.list], contacts[.get])
        let session = barricade.session
        #expect(try await session.visit("GET /contacts/1").status == 200)
        let error = try await session.failure("\(api)/contacts/1", method: "DELETE")
        #expect(BarricadeError.Code.unmatchedRequest ~= error)
    }

    @Test func anotherMethodIsUnmatchedAndTold() async throws {
        let barricade = Barricade(contacts)
        let error = try await barricade.session.failure("\(api)/contacts", method: "DELETE")
        #expect(
            error.localizedDescription.contains("wants GET, got DELETE"))
    }

    @Test func barricadesShareTheDefinitionNotTheItems() async throws {
        let (first, second) = (Barricade(contacts), Barricade(contacts))
        _ = try await first.session.visit("DELETE /contacts/1")
        #expect(try await first.items(of: contacts) == [])
        #expect(try await second.items(of: contacts) == [.ada])
        #expect(try await second.session.visit("GET /contacts/1").status == 200)
    }

    @Test func registeringItsSetsAgainKeepsTheItems() async throws {
        let barricade = Barricade(contacts)
        _ = try await barricade.session.visit("DELETE /contacts/1")
        barricade.register(contacts)
        #expect(try await barricade.session.visit("GET /contacts").text == "[]")
    }

    @Test func resetsToWhatWasThereAtFirst() async throws {
        let barricade = Barricade(contacts)
        let session = barricade.session
        _ = try await session.visit("DELETE /contacts/1")
        _ = try await session.visit("POST /contacts", #"{"name": "Grace"}"#)
        try barricade.select("Offline", for: "Get Contacts")
        try await barricade.reset(contacts)
        #expect(try await barricade.items(of: contacts) == [.ada])
        #expect(try barricade.selectedResponse(for: "Get Contacts") == "Offline")
        // Ids count on from there too, so that a run can be repeated.
        let created = try await session.visit("POST /contacts", #"{"name": "Eve"}"#)
        #expect(created.header("Location") == "/contacts/2")
    }

    @Test(arguments: [
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
    ])
    func standsAtAnyPathOrURL(
        _ path: String, _ list: String, _ item: String, _ location: String
    ) async throws {
        let contacts = Resource("Contacts", at: path, items: [Contact.ada])
        let barricade = Barricade(contacts)
        let session = barricade.session
        #expect(try await session.visit("GET \(list)").text == #"[{"id":1,"name":"Ada"}]"#)
        #expect(try await session.visit("GET \(item)").text == #"{"id":1,"name":"Ada"}"#)
        let created = try await session.visit("POST \(list)", #"{"name": "Grace"}"#)
        #expect(created.header("Location") == location)
        let url = try #require(
            URL(string: location, relativeTo: URL(string: list))?.absoluteString)
        #expect(try await session.visit("GET \(url)").text == created.text)
        #expect(try await session.visit("DELETE \(item)").status == 204)
        #expect(barricade.validate() == [])
    }

    @Test func waitsForItsDelayBeforeItChangesAnything() async throws {
        let clock = ForeignClock()
        let contacts = Resource(
            "Contacts", at: "/contacts", items: [Contact.ada], delay: .seconds(3))
        let barricade = Barricade(contacts) { $0.clock = clock }
        async let answer = barricade.session.visit("DELETE /contacts/1")
        await clock.waitForSleepers()
        #expect(try await barricade.items(of: contacts) == [.ada])
        clock.advance(by: .seconds(3))
        #expect(try await answer.status == 204)
        #expect(try await barricade.items(of: contacts) == [])
    }

    // MARK: What a server refuses

    @Test(
        arguments: [
            ("GET /contacts/7", "", 404, #"Contacts has no item with id "7"."#, nil),
            ("GET /contacts/seven", "", 404, #"Contacts has no item with id "seven"."#, nil),
            ("GET /contacts/01", "", 404, #"Contacts has no item with id "01"."#, nil),
            (
                "PUT /contacts/7", #"{"name": "Eve"}"#, 404, #"Contacts has no item with id "7"."#,
                nil
            ),
            ("PATCH /contacts/7", "{}", 404, #"Contacts has no item with id "7"."#, nil),
            ("DELETE /contacts/7", "", 404, #"Contacts has no item with id "7"."#, nil),
            (
                "POST /contacts", #"{"id": 1, "name": "Eve"}"#, 409,
                #"Contacts already has an item with id "1"."#, nil
            ),
            (
                "PUT /contacts/1", #"{"id": 2, "name": "Eve"}"#, 409,
                #"The id in the body is not that in the path, "1"."#, nil
            ),
            (
                "PATCH /contacts/1", #"{"id": 2}"#, 409,
                #"The id in the body is not that in the path, "1"."#, nil
            ),
            (
                "PATCH /contacts/1", #"{"id": null}"#, 409,
                #"The id in the body is not that in the path, "1"."#, nil
            ),
            (
                "POST /contacts", #"{"name": "#, 400,
                "The body is not JSON (it ends too early, at offset 9).", nil
            ),
            ("PUT /contacts/1", "name=Eve", 400, "The body is not JSON (offset 1).", nil),
            ("PATCH /contacts/1", "{]", 400, "The body is not JSON (offset 1).", nil),
            ("POST /contacts", #"{"age": 3}"#, 422, "$.name is missing.", "#/name"),
            ("POST /contacts", #"{"name": 3}"#, 422, "$.name is not text.", "#/name"),
            ("POST /contacts", #"{"name": null}"#, 422, "$.name is null, not text.", "#/name"),
            (
                "POST /contacts", #"{"id": "x", "name": "Eve"}"#, 422,
                "$.id is not a whole number.", "#/id"
            ),
            (
                "PUT /contacts/1", #"{"name": "Eve", "tags": ["a", 1]}"#, 422,
                "$.tags[1] is not text.",
                "#/tags/1"
            ),
            ("PUT /contacts/1", "{}", 422, "$.name is missing.", "#/name"),
            ("PATCH /contacts/1", #"{"name": null}"#, 422, "$.name is missing.", "#/name"),
            ("PATCH /contacts/1", #"{"tags": "a"}"#, 422, "$.tags is not an array.", "#/tags"),
            ("PATCH /contacts/1", "[1]", 422, "The body is not an object.", "#"),
            ("POST /contacts", "7", 422, "The body is not an object.", "#"),
        ] as [(String, String, Int, String, String?)])
    func refuses(
        _ line: String, _ body: String, _ status: Int, _ detail: String, _ pointer: String?
    ) async throws {
        let barricade = Barricade(contacts)
        let answer = try await barricade.session.visit(line, body.isEmpty ? nil : body)
        #expect(answer.status == status)
        #expect(answer.problem == detail)
        #expect(answer.pointer == pointer.map(JSONValue.string))
        #expect(try await barricade.items(of: contacts) == [.ada])
    }

    @Test func refusesAMissingBody() async throws {
        let barricade = Barricade(contacts)
        let session = barricade.session
        var request = URLRequest(url: try #require(URL(string: "\(api)/contacts")))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let answer = try await session.send(request)
        #expect(answer.status == 400)
        #expect(answer.text.contains(#""detail":"The request has no body.""#))
        #expect(barricade.requestCount == 1)
    }

    @Test(
        arguments: [
            (
                "POST /contacts", "text/plain", 415,
                "Content-Type is text/plain, expected application/json."
            ),
            (
                "PUT /contacts/1", nil, 415,
                "The request has no Content-Type, expected application/json."
            ),
            (
                "POST /contacts", "application/merge-patch+json", 415,
                "Content-Type is application/merge-patch+json, expected application/json."
            ),
            (
                "PATCH /contacts/1", "application/json-patch+json", 415,
                """
                Content-Type is application/json-patch+json, \
                expected application/merge-patch+json or application/json.
                """
            ),
            ("PATCH /contacts/1", "application/json", 200, nil),
            ("PATCH /contacts/1", "application/merge-patch+json", 200, nil),
            ("PUT /contacts/1", "Application/JSON; charset=utf-8", 200, nil),
            ("POST /contacts", "application/vnd.example.contact+json", 201, nil),
        ] as [(String, String?, Int, String?)])
    func takesJSONOnly(
        _ line: String, _ contentType: String?, _ status: Int, _ detail: String?
    ) async throws {
        let barricade = Barricade(contacts)
        let session = barricade.session
        let answer = try await session.visit(line, #"{"name": "Eve"}"#, as: contentType)
        #expect(answer.status == status)
        #expect(answer.problem == detail)
        let accepted = "application/merge-patch+json, application/json"
        let isPatch = line.hasPrefix("PATCH")
        #expect(barricade.requestCount == 1)
        #expect(answer.header("Accept-Patch") == (status == 415 && isPatch ? accepted : nil))
    }

    // MARK: At the same time

    @Test func createsAtTheSameTimeGetIdsOfTheirOwn() async throws {
        let barricade = Barricade(contacts)
        let session = barricade.patientSession
        let locations = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await session.visit("POST /contacts", #"{"name": "\#(number)"}"#)
                        .header("Location")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(locations).count == 100)
        let items = try await barricade.items(of: contacts)
        #expect(items.map(\.id) == Array(1...101))
        let names = (0..<100).map { number in "\(number)" }
        #expect(Set(items.dropFirst().map(\.name)) == Set(names))
    }

    @Test func anotherResourceOfTheSameNameIsNotTakenForIt() async throws {
        let other = Resource("Contacts", at: "/contacts", items: [Contact.ada])
        let barricade = Barricade(Resource("Contacts", at: "/contacts", items: [Contact.ada]))
        let wanted = """
            Resource "Contacts" is not registered in this barricade.

            To fix: give it the resource that was registered, not another of the same name.
            """
        let read = await #expect(throws: BarricadeError.self) {
            _ = try await barricade.items(of: other)
        }
        let written = await #expect(throws: BarricadeError.self) {
            try await barricade.reset(other)
        }
        #expect(read?.message == wanted)
        #expect(written?.message == wanted)
    }
}
