import Testing

/// What the README and the articles say of themselves and of the package.
@Suite struct DocumentationTests {
    @Test func readmeNamesProductsThatExist() throws {
        let readme = try Repository.text(of: "README.md")
        let package = try Repository.text(of: "Package.swift")
        let products = readme.matches(of: /\.product\(name: "(\w+)", package: "(\w+)"\)/)
        let unknown = products.filter { product in
            !package.contains(".library(name: \"\(product.1)\"")
                || !package.contains("    name: \"\(product.2)\",\n    platforms:")
        }
        #expect(unknown.map(\.0) == [])
        #expect(!products.isEmpty)
    }

    /// What has changed, and what platforms do, is looked up, and grows by rows; landing pages have
    /// names of modules.
    @Test func readmeIsShortAndArticlesAreFewAndShort() throws {
        #expect(try words(in: "README.md") <= 900)
        let articles = Repository.files(below: "Sources/Barricade/Barricade.docc", "md")
            .filter { !$0.contains("/Barricade.docc/Barricade") }
        #expect((10...23).contains(articles.count))
        let growing = ["what-has-changed.md", "understanding-interception.md"]
        let counts = try articles.filter { article in
            !growing.contains { article.hasSuffix("/\($0)") }
        }.map(words)
        #expect(counts.allSatisfy { $0 <= 1_700 }, "\(counts)")
        #expect(counts.reduce(0, +) <= 19_000, "\(counts)")
    }

    private func words(in page: String) throws -> Int {
        try Repository.text(of: page).split(whereSeparator: \.isWhitespace).count
    }
}
