import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct BodyLinesTests {
    private let lines: BodyLines

    init() {
        let json = Data(#"{"a":"{","b":[{"c":"One"},[]],"d":{"e":"one ONE"}}"#.utf8)
        lines = BodyLines(
            BodyPreview(json, size: json.count, contentType: "application/json"))
    }

    @Test func linesThatOpenKnowTheLineThatCloses() {
        #expect(lines.lines.map(\.end) == [12, nil, 8, 6, nil, nil, nil, nil, 11, nil, nil, nil])
    }

    @Test func foldedLinesHideWhatTheyOpen() {
        let shown = lines.shown(folded: [3, 4, 9])
        #expect(shown.map(\.id) == [1, 2, 3, 9, 12])
        #expect(shown[2].text(isFolded: true) == #"  "b": [ 4 lines ]"#)
        #expect(shown[3].text(isFolded: true) == #"  "d": { 1 line }"#)
        #expect(shown[3].text(isFolded: false) == #"  "d": {"#)
        #expect(lines.shown(folded: [1]).map(\.id) == [1])
    }

    @Test func findsLinesAndUnfoldsThem() {
        #expect(lines.found("one") == [5, 10])
        #expect(lines.found("") == [] && lines.found("zzz") == [])
        #expect(lines.unfolded([1, 3, 4, 9], at: 5) == [9])
        #expect(lines.unfolded([3], at: 3) == [3])
    }

    @Test func textDoesNotFold() {
        let text = Data("{\na\n} x".utf8)
        let lines = BodyLines(BodyPreview(text, size: 7, contentType: "text/plain"))
        #expect(lines.lines.map(\.end) == [nil, nil, nil])
    }
}
