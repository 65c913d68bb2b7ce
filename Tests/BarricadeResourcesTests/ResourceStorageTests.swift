import Barricade
import BarricadeResources
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResourceStorageTests {
    /// A storage as one over a database would be: it waits, and it may fail.
    private actor Shelf: ResourceStorage {
        struct Broken: Error {}

        private(set) var contacts: [Contact]
        private(set) var mostAtOnce = 0
        private var atOnce = 0
        private var isBroken = false
        private var gate: AsyncStream<Void>?
        private var arrived: AsyncStream<Void>.Continuation?

        init(_ contacts: [Contact] = []) {
            self.contacts = contacts
        }

        func breakDown() { isBroken = true }

        /// Makes saving wait for the stream to end; tells when it does.
        func hold(until gate: AsyncStream<Void>, _ arrived: AsyncStream<Void>.Continuation) {
            self.gate = gate
            self.arrived = arrived
        }

        func items() async throws -> [Contact] {
            try await work()
            return contacts
        }

        func save(_ item: Contact) async throws {
            try await work()
            if let gate {
                arrived?.yield()
                for await _ in gate {}
                try Task.checkCancellation()
            }
            // What was read before the wait may be old by now, where others are let in.
            contacts.removeAll { $0.id == item.id }
            contacts.append(item)
        }

        func remove(_ id: Int) async throws {
            try await work()
            contacts.removeAll { $0.id == id }
        }

        private func work() async throws {
            atOnce += 1
            defer { atOnce -= 1 }
            mostAtOnce = max(mostAtOnce, atOnce)
            for _ in 0..<5 { await Task.yield() }
            try Task.checkCancellation()
            if isBroken { throw Broken() }
        }
    }

    private func contacts(_ shelf: Shelf, _ items: [Contact]? = nil) -> Resource<Contact> {
        Resource("Contacts", at: "/contacts", storage: shelf, items: items)
    }

    @Test func anyStorageWillDoAndItsErrorFailsTheLoad() async throws {
        let shelf = Shelf([.ada])
        try await Barricade(contacts(shelf)).follow(
            """
            POST /contacts {"name": "Grace"}
              201 at /contacts/2 {"id":2,"name":"Grace"}
            PATCH /contacts/2 {"age": 37}
              200 {"age":37,"id":2,"name":"Grace"}
            DELETE /contacts/1
              204
            """)
        #expect(await shelf.contacts == [Contact(id: 2, name: "Grace", age: 37)])
        // All barricades share it.
        let barricade = Barricade(contacts(shelf))
        #expect(
            try await barricade.answer(to: "GET /contacts")
                == #"200 [{"age":37,"id":2,"name":"Grace"}]"#)
        await shelf.breakDown()
        // The next turn comes after an error too.
        for _ in 0..<2 {
            let error = try await barricade.patientSession.failure("\(api)/contacts/2")
            #expect((error as NSError).domain == (Shelf.Broken() as NSError).domain)
        }
    }

    @Test func isReachedByOneRequestAtATime() async throws {
        let shelf = Shelf([Contact(id: 1, name: "Ada", age: 0, tags: [])])
        let contacts = contacts(shelf)
        // Two barricades, so that the turns are the storage's and not a barricade's.
        let barricades = [Barricade(contacts), Barricade(contacts)]
        let answers = Locked<Set<String>>([])
        await Endurance.inParallel(40) { number in
            // Different fields of one item: none may be lost.
            let body = number % 2 == 0 ? #"{"age": 7}"# : #"{"tags": ["\#(number)"]}"#
            let barricade = barricades[number / 2 % 2]
            let patched = try await barricade.answer(to: "PATCH /contacts/1 \(body)")
            let created = try await barricade.answer(to: #"POST /contacts {"name": "\#(number)"}"#)
            #expect(patched.hasPrefix("200 "))
            answers.withLock { _ = $0.insert(created) }
        }
        #expect(await shelf.mostAtOnce == 1)
        let items = await shelf.contacts.filter { $0.id != 1 }
        #expect(items.map(\.id) == Array(2...41))
        #expect(Set(items.map(\.name)) == Set((0..<40).map { "\($0)" }))
        let expected = items.map { item in
            #"201 at /contacts/\#(item.id) {"id":\#(item.id),"name":"\#(item.name)"}"#
        }
        #expect(answers.current == Set(expected))
        let first = try #require(await shelf.contacts.first { $0.id == 1 })
        #expect(first.age == 7)
        #expect(first.tags?.isEmpty == false)
    }

    @Test func isFilledWhereItIsEmptyAndResetToThat() async throws {
        for (held, id) in [([], 1), ([Contact(id: 5, name: "Eve")], 5)] as [([Contact], Int)] {
            let shelf = Shelf(held)
            let contacts = contacts(shelf, [.ada])
            let barricade = Barricade(contacts)
            let first = try await barricade.items(of: contacts)
            _ = try await barricade.answer(to: "DELETE /contacts/\(id)")
            // Only once, not whenever it is empty.
            let later = try await barricade.items(of: contacts)
            try await barricade.reset(contacts)
            let last = await shelf.contacts
            #expect([first, later, last].map { $0.map(\.id) } == [[id], [], [1]])
        }
        // With no items of its own it is reset to what the storage held at first.
        let shelf = Shelf([.ada])
        let contacts = contacts(shelf)
        let barricade = Barricade(contacts)
        _ = try await barricade.answer(to: "DELETE /contacts/1")
        _ = try await barricade.answer(to: #"POST /contacts {"name": "Grace"}"#)
        try await barricade.reset(contacts)
        #expect(await shelf.contacts == [.ada])
    }

    @Test func whatHasBegunIsDoneWhatWaitsIsNot() async throws {
        let shelf = Shelf([.ada])
        let contacts = contacts(shelf)
        let barricade = Barricade(contacts)
        let session = barricade.patientSession
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        await shelf.hold(until: gate, arrived)
        let (failures, failed) = AsyncStream.makeStream(of: URLError.Code?.self)
        func start(_ id: Int) throws -> URLSessionDataTask {
            let request = try URLRequest.posting(
                #"{"id": \#(id), "name": "x"}"#, to: "\(api)/contacts", as: "application/json")
            let task = session.dataTask(with: request) { _, _, error in
                failed.yield((error as? URLError)?.code)
            }
            task.resume()
            return task
        }
        let first = try start(2)
        for await _ in arrivals { break }
        let second = try start(3)
        try await barricade.waitForRequest(to: "Create Contacts", count: 2)
        first.cancel()
        second.cancel()
        var codes: [URLError.Code?] = []
        for await code in failures {
            codes.append(code)
            if codes.count == 2 { break }
        }
        #expect(codes == [.cancelled, .cancelled])
        open.finish()
        #if canImport(Darwin)
        let done = [1, 2]
        #else
        // Nothing tells a handler on Linux that its request was cancelled, so the second saves too.
        for await _ in arrivals { break }
        let done = [1, 2, 3]
        #endif
        #expect(try await barricade.items(of: contacts).map(\.id) == done)
    }
}
