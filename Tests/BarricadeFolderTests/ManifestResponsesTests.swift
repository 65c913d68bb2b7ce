import Barricade
import BarricadeFolder
import BarricadeTesting
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ManifestResponsesTests {
    @Test(arguments: ManifestResponse.all)
    func aResponseAnswersAsTheSameOneInCodeAndIsWrittenAsThat(
        _ response: ManifestResponse
    ) async throws {
        let folder = try ScratchFolder.manifest(response.manifest)
        let coded = Barricade(response.sets(in: folder), configure: ManifestResponse.configure)
        let expected = try await response.outcomes(from: coded)
        let barricade = try read(folder)
        #expect(try await response.outcomes(from: barricade) == expected)
        #expect(barricade.validate() == [])

        let copy = try ScratchFolder()
        try coded.write(to: copy.url)
        let found = try await response.outcomes(from: read(copy)).map(\.withoutTag)
        #expect(found == expected.map(\.withoutTag))
        guard response.isCanonical else { return }
        let other = try ScratchFolder()
        try barricade.write(to: other.url)
        #expect(try other.read("barricade.json").withoutSpace.contains(response.text.withoutSpace))
    }

    private func read(_ folder: ScratchFolder) throws -> Barricade {
        try Barricade(folder: folder.location, configure: ManifestResponse.configure)
    }

    @Test func aLiveResponseLetsTheRequestPass() async throws {
        let server = try LocalServer()
        let url = try server.url("/book").absoluteString
        let folder = try ScratchFolder.manifest(
            ManifestText.set(
                #"{"name": "S", "on": "GET \#(url)", "responses": [{"name": "R", "live": true}]}"#
            ))
        let barricade = try Barricade(folder: folder.location)
        #expect(try await barricade.session.get(url).text == "live /book")
        let copy = try ScratchFolder()
        try barricade.write(to: copy.url)
        #expect(try copy.read("barricade.json").contains(#"{ "name": "R", "live": true }"#))
    }

    @Test func aDelayIsWaited() async throws {
        let clock = ImmediateClock()
        let folder = try ScratchFolder.manifest(
            ManifestText.set(
                #"{"name": "S", "on": "GET /", "delay": 3, "responses": [{"name": "R"}]}"#))
        let barricade = try Barricade(folder: folder.location) { $0.clock = clock }
        _ = try await barricade.session.get("\(api)/")
        #expect(clock.now.offset >= .seconds(3))
    }
}

extension String {
    /// The text without the entity tag of a file, which a copy does not share.
    fileprivate var withoutTag: String { replacing(/Etag: [^,\]]*/.ignoresCase(), with: "") }
    fileprivate var withoutSpace: String { filter { !$0.isWhitespace } }
}
