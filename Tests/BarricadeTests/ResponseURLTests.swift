import Barricade
import Testing

@testable import TestSupport

/// Responses are used again for other URLs once nobody has them, which must not show.
@Suite(.timeLimit(.minutes(10))) struct ResponseURLTests {
    private let barricade = Barricade(
        ResponseSet("Item", on: .get("/items/:id")) {
            CannedResponse("OK", headers: ["X-Kind": "item"], text: "item")
        })

    /// As those do who cache responses themselves.
    @Test func isArchived() async throws {
        barricade.register(
            ResponseSet("Locked", on: .get("/locked/:id")) {
                CannedResponse(
                    "Locked", status: 401, headers: ["WWW-Authenticate": #"Basic realm="a""#])
            })
        for path in ["items/1", "locked/1", "items/2", "locked/2"] {
            let response = try await barricade.session.get("\(api)/\(path)").response
            #expect("\(response)".hasPrefix("<HTTPURLResponse"))
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: response, requiringSecureCoding: true)
            let copy = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: HTTPURLResponse.self, from: data)
            #expect(copy?.url == response.url)
            #expect(copy?.statusCode == response.statusCode)
            let kind = copy?.value(forHTTPHeaderField: "X-Kind")
            #expect(kind == (path.hasPrefix("items") ? "item" : nil))
        }
    }

    @Test func isRightForManyAtATime() async throws {
        let session = barricade.patientSession
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<48 {
                group.addTask {
                    var kept: [HTTPURLResponse] = []
                    for id in 0..<7 {
                        kept.append(try await session.get("\(api)/items/\(worker)-\(id)").response)
                        if kept.count > worker % 4 { kept.removeFirst() }
                        for (place, response) in kept.reversed().enumerated() {
                            #expect(response.url?.path == "/items/\(worker)-\(id - place)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func isThatOfTheRequestWhateverIsSelected() async throws {
        barricade.register(
            ResponseSet("Other", on: .get("/others/:id")) {
                CannedResponse("One", headers: ["X-Kind": "other"], text: "one")
                CannedResponse("Two", status: .created, text: "second")
            })
        let session = barricade.patientSession
        for id in 0..<40 {
            let isOne = id / 5 % 2 == 0
            try barricade.select(isOne ? "One" : "Two", for: "Other")
            // Each URL comes twice.
            let (text, status, response) = try await session.get("\(api)/others/\(id / 2)")
            let kind = response.value(forHTTPHeaderField: "x-kind") ?? "-"
            let path = response.url?.path ?? "-"
            let told = "\(path) \(kind) \(response.expectedContentLength) \(status) \(text)"
            let expected = isOne ? "other 3 200 one" : "- 6 201 second"
            #expect(told == "/others/\(id / 2) \(expected)")
        }
    }
}
