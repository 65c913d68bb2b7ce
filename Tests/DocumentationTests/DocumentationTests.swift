import Testing

/// Every piece of Swift in the README, the articles and the doc comments stands in `Snippets` too.
///
/// There the compiler sees it. What stands "before" a move from another library is that library's.
@Suite struct DocumentationTests {
    @Test(arguments: CodeBlock.all.filter { $0.language == "swift" })
    func isCompiled(_ block: CodeBlock) throws {
        let isSnippet = try Snippet.all().contains { $0.holds(block) }
        #expect(isSnippet, "Write this code into a file of Tests/DocumentationTests/Snippets.")
    }

    @Test(arguments: CodeBlock.all)
    func namesItsLanguage(_ block: CodeBlock) {
        let others = block.file.contains("/coming-from-") ? ["swift before", "objc"] : []
        #expect((["swift", "sh", "text"] + others).contains(block.language))
    }

    @Test(arguments: ["README.md", ".docc/", ".swift"])
    func isFound(in place: String) {
        #expect(CodeBlock.all.contains { $0.file.contains(place) && $0.language == "swift" })
    }

    @Test func readmeNamesProductsThatExist() throws {
        let readme = try Repository.text(of: "README.md")
        let package = try Repository.text(of: "Package.swift")
        let products = readme.matches(of: /\.product\(name: "(\w+)", package: "(\w+)"\)/)
        #expect(!products.isEmpty)
        for product in products {
            #expect(package.contains(".library(name: \"\(product.1)\""))
            #expect(package.contains("    name: \"\(product.2)\",\n    platforms:"))
        }
    }

    @Test func readmeIsShort() throws {
        #expect(try words(in: "README.md") <= 900)
    }

    /// What has changed is looked up, and grows by rows; landing pages have names of modules.
    @Test func articlesAreFewAndShort() throws {
        let articles = Repository.files(below: "Sources/Barricade/Barricade.docc", "md")
            .filter { !$0.contains("/Barricade.docc/Barricade") }
        #expect((10...22).contains(articles.count))
        let counts = try articles.filter { !$0.hasSuffix("/what-has-changed.md") }.map(words)
        #expect(counts.allSatisfy { $0 <= 1_500 })
        #expect(counts.reduce(0, +) <= 17_000)
    }

    private func words(in page: String) throws -> Int {
        try Repository.text(of: page).split(whereSeparator: \.isWhitespace).count
    }
}
