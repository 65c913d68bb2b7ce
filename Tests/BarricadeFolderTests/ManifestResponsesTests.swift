import Barricade
import BarricadeFolder
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ManifestResponsesTests {
    @Test(arguments: ManifestResponse.all)
    func aResponseAnswersAsTheSameOneInCode(_ response: ManifestResponse) async throws {
        let folder = try ScratchFolder.manifest(response.manifest)
        let read = try Barricade(
            folder: folder.location, configure: ManifestResponse.configure)
        let coded = Barricade(response.sets(in: folder), configure: ManifestResponse.configure)
        let expected = try await response.outcomes(from: coded)
        #expect(try await response.outcomes(from: read) == expected)
        #expect(read.validate() == [])
    }

    @Test(arguments: ManifestResponse.all)
    func aResponseInCodeIsTheSameAfterWriting(_ response: ManifestResponse) async throws {
        let folder = try ScratchFolder.manifest(response.manifest)
        let copy = try ScratchFolder()
        let coded = Barricade(
            response.sets(in: folder), configure: ManifestResponse.configure)
        try coded.write(to: copy.url)
        let read = try Barricade(folder: copy.location, configure: ManifestResponse.configure)
        let expected = try await response.outcomes(from: coded)
        let found = try await response.outcomes(from: read)
        #expect(found.map(\.withoutTag) == expected.map(\.withoutTag))
    }

    @Test(arguments: ManifestResponse.all.filter(\.isCanonical))
    func aResponseIsWrittenAsItWasRead(_ response: ManifestResponse) throws {
        let folder = try ScratchFolder.manifest(response.manifest)
        let copy = try ScratchFolder()
        try Barricade(folder: folder.location).write(to: copy.url)
        let written = try copy.read("barricade.json")
        #expect(written.withoutSpace.contains(response.text.withoutSpace))
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
        #expect(server.requests.count == 1)
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

    @Test func anEditOfABodyFileShowsAtTheNextRequest() async throws {
        let folder = try ScratchFolder.manifest(
            ManifestText.responses(#"{"name": "R", "file": "a.json"}"#))
        let barricade = try Barricade(folder: folder.location)
        #expect(try await barricade.session.get("\(api)/").text == #"{"id": 1, "name": "Ada"}"#)
        try folder.write("[]", to: "a.json")
        #expect(try await barricade.session.get("\(api)/").text == "[]")
    }
}

extension String {
    /// The text without the entity tag of a file, which a copy does not share.
    fileprivate var withoutTag: String { replacing(/Etag: [^,\]]*/.ignoresCase(), with: "") }
    fileprivate var withoutSpace: String { filter { !$0.isWhitespace } }
}
