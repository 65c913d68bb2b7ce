// Testable imports need a debug build.
#if DEBUG
import BarricadeSurfaces
import Testing

@testable import BarricadeUI
@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BodyReadingTests {
    @Test func goesFromOneFoundLineToTheNextAndUnfoldsIt() {
        let json = Data(#"{"a":"one","b":[{"c":"One"}],"d":"two"}"#.utf8)
        var reading = BodyReading(
            BodyPreview(json, size: json.count, contentType: "application/json"))
        var seen: [String] = []
        func look() {
            let place = reading.current.map { "at \($0)" } ?? "nowhere"
            seen.append("\(reading.count ?? "no search"), \(place), folded \(reading.folded)")
        }
        look()
        reading.toggleFold(of: 3)
        for text in ["ONE", "zzz"] {
            reading.search = text
            for step in [0, 1, 1, -1] {
                reading.go(by: step)
                look()
            }
        }
        #expect(
            seen == [
                "no search, nowhere, folded []", "Line 1 of 2, at 2, folded [3]",
                "Line 2 of 2, at 5, folded []", "Line 1 of 2, at 2, folded []",
                "Line 2 of 2, at 5, folded []",
            ] + (0..<4).map { _ in "No line has this text., nowhere, folded []" })
    }

    @Test func foldedLinesHideWhatTheyOpenAndTextHasNone() {
        let json = Data(#"{"a":"{","b":[{"c":"One"},[]],"d":{"e":"one ONE"}}"#.utf8)
        var reading = BodyReading(
            BodyPreview(json, size: json.count, contentType: "application/json"))
        #expect(
            reading.shown.map(\.end) == [12, nil, 8, 6, nil, nil, nil, nil, 11, nil, nil, nil])
        for line in [3, 4, 9] { reading.toggleFold(of: line) }
        let shown = reading.shown
        #expect(shown.map(\.id) == [1, 2, 3, 9, 12])
        let texts: [String] = [
            shown[2].text(isFolded: true), shown[3].text(isFolded: true),
            shown[3].text(isFolded: false),
        ]
        #expect(texts == [#"  "b": [ 4 lines ]"#, #"  "d": { 1 line }"#, #"  "d": {"#])
        reading.search = "ONE"
        #expect(reading.found == [5, 10])
        #expect(reading.folded == [9])
        reading.search = #""b""#
        for folded: Set<Int> in [[3, 9], [9], [3, 9]] {
            reading.toggleFold(of: 3)
            #expect(reading.current == 3)
            #expect(reading.folded == folded)
        }
        reading.search = ""
        #expect(reading.found == [])
        #expect(reading.folded == [3, 9])

        let text = BodyPreview(Data("{\na\n} x".utf8), size: 7, contentType: "text/plain")
        #expect(BodyReading(text).shown.map(\.end) == [nil, nil, nil])
    }
}
#endif
