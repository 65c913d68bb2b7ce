// Testable imports need a debug build.
#if DEBUG
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI
@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BodyReadingTests {
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

    @Test mutating func foldedLinesHideWhatTheyOpen() {
        let json = Data(#"{"a":"{","b":[{"c":"One"},[]],"d":{"e":"one ONE"}}"#.utf8)
        var reading = BodyReading(
            BodyPreview(json, size: json.count, contentType: "application/json"))
        #expect(
            reading.shown.map(\.end) == [12, nil, 8, 6, nil, nil, nil, nil, 11, nil, nil, nil])
        for line in [3, 4, 9] { reading.toggleFold(of: line) }
        let shown = reading.shown
        #expect(shown.map(\.id) == [1, 2, 3, 9, 12])
        #expect(shown[2].text(isFolded: true) == #"  "b": [ 4 lines ]"#)
        #expect(shown[3].text(isFolded: true) == #"  "d": { 1 line }"#)
        #expect(shown[3].text(isFolded: false) == #"  "d": {"#)
        reading.search = "ONE"
        #expect(reading.found == [5, 10])
        #expect(reading.folded == [9])
        reading.search = #""b""#
        reading.toggleFold(of: 3)
        #expect(reading.current == 3 && reading.folded == [3, 9])
        reading.search = ""
        #expect(reading.found == [] && reading.folded == [3, 9])
    }

    @Test func textDoesNotFold() {
        let text = Data("{\na\n} x".utf8)
        let reading = BodyReading(BodyPreview(text, size: 7, contentType: "text/plain"))
        #expect(reading.shown.map(\.end) == [nil, nil, nil])
    }
}
#endif
