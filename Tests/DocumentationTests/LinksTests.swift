import Foundation
import Testing

/// Pages can be read as files, and as DocC's pages: `.ci/run documentation` makes links of the second
/// kind of those of the first.
@Suite struct LinksTests {
    private static let articles = Repository.files(
        below: "Sources/Barricade/Barricade.docc", "md"
    ).compactMap { $0.split(separator: "/").last.map(String.init) }
        .filter { !$0.hasPrefix("Barricade") }

    @Test(arguments: Link.all) func leadsSomewhere(_ link: Link) {
        let path = Repository.url(of: link.path).path
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: Link.all.filter(\.isForDocC)) func canBeFollowedInAFile(_ link: Link) {
        #expect(link.isTopic, "Write [its title](\(link.target).md), which files can follow too.")
    }

    @Test(arguments: articles) func everyArticleIsFound(_ article: String) {
        let landingPage = Link.all.filter { $0.page.hasSuffix("Barricade.docc/Barricade.md") }
        #expect(landingPage.contains { $0.target == article })
        #expect(landingPage.contains { $0.isTopic && $0.target + ".md" == article })
        #expect(
            Link.all.contains { $0.page == "README.md" && $0.target.hasSuffix("/" + article) })
    }

    @Test(arguments: ["README.md", "Barricade.docc/", "BarricadeTesting.docc/", ".github/"])
    func isSeen(in place: String) {
        #expect(Link.all.contains { $0.page.contains(place) && !$0.isForDocC })
    }
}
