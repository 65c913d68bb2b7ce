import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponseSetChecksTests {
    private static let file = "ResponseSetChecksTests.swift"

    /// A set whose responses answer with their number and the set's path.
    private static func set(
        _ name: String, _ path: String = "/a", _ responses: [String] = ["Only"],
        default defaultResponse: String? = nil
    ) -> ResponseSet {
        ResponseSet(
            name, on: .get(path), default: defaultResponse,
            responses: responses.enumerated().map { index, name in
                CannedResponse(name, text: "\(path) \(index)")
            }, line: 7)
    }

    @Test(arguments: [
        (
            [set("", "/a")], ["GET /a"],
            "\"GET /a\" (\(file):7) has no name, and is called \"GET /a\". "
                + "Names of sets must be unique and not empty."
        ),
        (
            [set("A", "/a"), set("A", "/b")], ["A", "A 2"],
            "\"A 2\" (\(file):7) has the name \"A\" of another, and is called \"A 2\". "
                + "Names of sets must be unique and not empty."
        ),
        (
            [set("A", "/a", [])], ["A"],
            "\"A\" (\(file):7) has no responses, so its requests fail."
        ),
        (
            [set("A", "/a", ["One", "Two"], default: "Tow")], ["A"],
            "\"A\" (\(file):7) names \"Tow\" as its default, but has no such response. "
                + "Known: \"Two\", \"One\"."
        ),
        (
            [set("A", "/a", ["One", ""])], ["A"],
            "\"A\" (\(file):7) has a response with no name, and is called \"Response 2\". "
                + "Names must be unique in their set and not empty."
        ),
        (
            [set("A", "/a", ["One", "One"])], ["A"],
            "\"A\" (\(file):7) has a response with the name \"One\" of another, and is called \"One 2\". "
                + "Names must be unique in their set and not empty."
        ),
    ])
    func saysWhatIsWrong(_ sets: [ResponseSet], names: [String], fault: String) {
        let faults = FaultLog()
        let barricade = Barricade(sets) { $0.faultHandler = faults.handler }
        #expect(barricade.sets.map(\.name) == names)
        #expect(faults.messages == ["Response set \(fault)"])
        #expect(faults.codes == [.invalidDefinition])
        #expect(barricade.validate() == faults.all)
    }

    @Test func setsOfOneNameAllAnswer() async throws {
        let faults = FaultLog()
        let barricade = Barricade(
            Self.set("A", "/a"), Self.set("A", "/b"), Self.set("A", "/c"), Self.set("", "/d")
        ) {
            $0.faultHandler = faults.handler
        }
        #expect(barricade.sets.map(\.name) == ["A", "A 2", "A 3", "GET /d"])
        for path in ["/a", "/b", "/c", "/d"] {
            #expect(try await barricade.session.get(api + path).text == "\(path) 0")
        }
        #expect(faults.all.count == 3)
    }

    @Test func responsesOfOneNameCanAllBeSelected() async throws {
        let barricade = Barricade([Self.set("A", "/a", ["One", "One", ""])]) {
            $0.faultHandler = FaultLog().handler
        }
        #expect(barricade.sets.first?.responses.map(\.name) == ["One", "One 2", "Response 3"])
        for (index, name) in ["One", "One 2", "Response 3"].enumerated() {
            try barricade.select(name, for: "A")
            #expect(try await barricade.session.get("\(api)/a").text == "/a \(index)")
        }
    }

    @Test func aResponseThatIsAloneNeedsNoName() async throws {
        let faults = FaultLog()
        let barricade = Barricade(
            ResponseSet("A", on: .get("/a")) { CannedResponse(text: "alone") }
        ) {
            $0.faultHandler = faults.handler
        }
        #expect(faults.all == [] && barricade.validate() == [])
        #expect(barricade.sets.first?.responses.map(\.name) == ["Response"])
        #expect(try await barricade.session.get("\(api)/a").text == "alone")
        try barricade.select("Response", for: "A")
        #expect(try barricade.requests(for: "A").map(\.response) == ["Response"])
    }

    @Test func severalResponsesNeedTheirNames() {
        let faults = FaultLog()
        _ = Barricade([Self.set("A", "/a", ["", ""])]) {
            $0.faultHandler = faults.handler
        }
        let problem =
            "Response set \"A\" (\(Self.file):7) has a response with no name, and is called"
        let rule = "Names must be unique in their set and not empty."
        #expect(
            faults.messages == [
                "\(problem) \"Response 1\". \(rule)", "\(problem) \"Response 2\". \(rule)",
            ])
    }

    @Test func aNameThatIsGivenIsNotTakenAwayByOneThatIsMade() {
        let barricade = Barricade([Self.set("A", "/a"), Self.set("A", "/b"), Self.set("A 2", "/c")])
        {
            $0.faultHandler = FaultLog().handler
        }
        #expect(
            barricade.sets.map { "\($0.name) \($0.matcher)" } == [
                "A GET /a", "A 3 GET /b", "A 2 GET /c",
            ])
    }

    @Test func aSetWithoutResponsesFailsItsRequests() async throws {
        let barricade = Barricade([Self.set("A", "/a", [])]) {
            $0.faultHandler = FaultLog().handler
        }
        let error = BarricadeError(try await barricade.session.failure("\(api)/a"))
        #expect(error?.message == "Response set \"A\" (\(Self.file):7) has no responses.")
        #expect(error?.code == .invalidDefinition)
    }

    @Test func anUnknownDefaultGivesWayToTheFirst() async throws {
        let barricade = Barricade([Self.set("A", "/a", ["One", "Two"], default: "Three")]) {
            $0.faultHandler = FaultLog().handler
        }
        #expect(try await barricade.session.get("\(api)/a").text == "/a 0")
    }

    @Test func repairedAndRemovedSetsAreForgotten() throws {
        let barricade = Barricade([Self.set("A", "/a", []), Self.set("B", "/b", [])]) {
            $0.faultHandler = FaultLog().handler
        }
        #expect(barricade.validate().count == 2)
        barricade.register(Self.set("A", "/a"))
        #expect(barricade.validate().count == 1)
        try barricade.unregister("B")
        #expect(barricade.validate() == [])
    }

    @Test func setsWithoutFaultsReportNone() {
        let faults = FaultLog()
        let barricade = Barricade(
            Self.set("A", "/a", ["One", "Two"], default: "Two"), Self.set("B", "/b", ["One"])
        ) {
            $0.faultHandler = faults.handler
        }
        #expect(faults.all == [])
        #expect(barricade.validate() == [])
    }
}
