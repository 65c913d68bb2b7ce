import Foundation
import Testing

/// Pages can be read as files, and as DocC's pages: `.ci/run documentation` makes links of the second
/// kind of those of the first.
@Suite struct LinksTests {
    private static let articles = Repository.files(
        below: "Sources/Barricade/Barricade.docc", "md"
    ).compactMap { $0.split(separator: "/").last.map(String.init) }
        .filter { !$0.hasPrefix("Barricade") }

    @Test func leadSomewhereFromEveryKindOfPageAlsoInAFileAndToEveryArticle() {
        let dead = Link.all.filter { link in
            !FileManager.default.fileExists(atPath: Repository.url(of: link.path).path)
        }
        let others = Link.all.filter { $0.isForDocC && !$0.isTopic }
            .map { "\($0.words): write [its title](its-name.md), for files too" }
        #expect(dead.map(\.words) + others == [])
        let pages = Set(Link.all.filter { !$0.isForDocC }.map(\.page))
        let missing = ["README.md", "Barricade.docc/", "BarricadeTesting.docc/", ".github/"]
            .filter { place in !pages.contains { $0.contains(place) } }
        let landingPage = Link.all.filter { $0.page.hasSuffix("Barricade.docc/Barricade.md") }
        let readme = Link.all.filter { $0.page == "README.md" }
        let lost = Self.articles.filter { article in
            !landingPage.contains { $0.target == article }
                || !landingPage.contains { $0.isTopic && $0.target + ".md" == article }
                || !readme.contains { $0.target.hasSuffix("/" + article) }
        }
        #expect(missing + lost == [])
        #expect(Self.articles.count > 9)
    }
}
