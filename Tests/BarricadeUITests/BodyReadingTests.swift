// Testable imports need a debug build.
#if DEBUG
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI

@Suite(.timeLimit(.minutes(5))) struct BodyReadingTests {
    private var reading: BodyReading

    init() {
        let json = Data(#"{"a":"one","b":[{"c":"One"}],"d":"two"}"#.utf8)
        reading = BodyReading(
            BodyPreview(json, size: json.count, contentType: "application/json"))
    }

    @Test mutating func goesFromOneFoundLineToTheNext() {
        #expect(reading.count == nil && reading.current == nil)
        reading.search = "ONE"
        #expect(reading.count == "Line 1 of 2" && reading.current == 2)
        reading.go(by: 1)
        #expect(reading.count == "Line 2 of 2" && reading.current == 5)
        reading.go(by: 1)
        #expect(reading.current == 2)
        reading.go(by: -1)
        #expect(reading.current == 5)
        reading.search = "zzz"
        #expect(reading.count == "No line has this text." && reading.current == nil)
        reading.go(by: 1)
        #expect(reading.current == nil)
    }

    @Test mutating func unfoldsWhatItFinds() {
        reading.toggleFold(of: 3)
        #expect(reading.shown.map(\.id) == [1, 2, 3, 8, 9])
        reading.search = "one"
        #expect(reading.folded == [3])
        reading.go(by: 1)
        #expect(reading.folded == [] && reading.shown.count == 9)
        reading.toggleFold(of: 3)
        reading.toggleFold(of: 3)
        #expect(reading.folded == [])
    }

    @Test func saysThatItStopsCounting() {
        let text = Data(String(repeating: "x\n", count: 1_100).utf8)
        var reading = BodyReading(
            BodyPreview(text, size: text.count, contentType: "text/plain"))
        reading.search = "x"
        #expect(reading.count == "Line 1 of more than 1000")
    }
}
#endif
