import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responses are used again for other URLs once nobody has them, which must not show.
@Suite(.timeLimit(.minutes(10))) struct ResponseURLTests {
    private let barricade = Barricade(
        ResponseSet("Item", on: .get("/items/:id")) {
            CannedResponse("OK", headers: ["X-Kind": "item"], text: "item")
        })

    @Test func staysWhileSomebodyHasTheResponse() async throws {
        let session = barricade.patientSession
        var kept: [(id: Int, response: HTTPURLResponse)] = []
        for id in 0..<300 {
            let response = try await session.get("\(api)/items/\(id)").response
            if id.isMultiple(of: 3) { kept.append((id, response)) }
        }
        #expect(kept.allSatisfy { $0.response.url?.path == "/items/\($0.id)" })
        #expect(Set(kept.map { ObjectIdentifier($0.response) }).count == kept.count)
    }

    /// As those do who cache responses themselves.
    @Test(arguments: ["items", "locked"]) func isArchived(_ path: String) async throws {
        barricade.register(
            ResponseSet("Locked", on: .get("/locked/:id")) {
                CannedResponse(
                    "Locked", status: 401, headers: ["WWW-Authenticate": #"Basic realm="a""#])
            })
        for id in 0..<5 {
            let response = try await barricade.session.get("\(api)/\(path)/\(id)").response
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: response, requiringSecureCoding: true)
            let copy = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: HTTPURLResponse.self, from: data)
            let kind = path == "items" ? "item" : nil
            #expect(copy?.url == response.url && copy?.statusCode == response.statusCode)
            #expect(copy?.value(forHTTPHeaderField: "X-Kind") == kind)
        }
    }

    @Test func isRightForManyAtATime() async throws {
        let session = barricade.patientSession
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<64 {
                group.addTask {
                    var kept: [HTTPURLResponse] = []
                    for id in 0..<20 {
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
        for id in 0..<200 {
            let isOne = id / 5 % 2 == 0
            try barricade.select(isOne ? "One" : "Two", for: "Other")
            // Each URL comes twice.
            let (text, status, response) = try await session.get("\(api)/others/\(id / 2)")
            let kind = response.value(forHTTPHeaderField: "x-kind") ?? "-"
            let told = "\(response.url?.path ?? "-") \(kind) \(response.expectedContentLength)"
            #expect(told == "/others/\(id / 2) \(isOne ? "other 3" : "- 6")")
            #expect("\(status) \(text)" == (isOne ? "200 one" : "201 second"))
        }
    }
}
