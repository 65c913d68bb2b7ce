import Barricade
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct AttachmentsTests {
    private final class Count: Sendable {}

    @Test func holdsOneValueOfEachType() {
        var response = CannedResponse()
        response.attachments[Int.self] = 1
        response.attachments[String.self] = "a"
        response.attachments[Int.self] = 2
        #expect(response.attachments[Int.self] == 2)
        #expect(response.attachments[String.self] == "a")
        response.attachments[Int.self] = nil
        #expect(response.attachments[Int.self] == nil)
    }

    @Test func allWhoAskABarricadeAtOnceGetTheSameObject() async {
        let barricade = Barricade()
        let found = Locked<Set<ObjectIdentifier>>([])
        await Endurance.inParallel(20) { _ in
            let count = barricade.attachments.value { Count() }
            found.withLock { _ = $0.insert(ObjectIdentifier(count)) }
        }
        #expect(found.current == [ObjectIdentifier(barricade.attachments.value { Count() })])
    }

    @Test func anObjectMayAskForAnotherWhileItIsMade() {
        let barricade = Barricade()
        let text = barricade.attachments.value { "\(barricade.attachments.value { 7 })" }
        #expect(text == "7")
    }

    @Test func theyAreReleasedWithTheBarricade() {
        weak var count: Count?
        do {
            let barricade = Barricade(ResponseSet("A", on: .get("/a")) { CannedResponse() })
            count = barricade.attachments.value { Count() }
            #expect(count != nil)
        }
        #expect(count == nil)
    }
}
