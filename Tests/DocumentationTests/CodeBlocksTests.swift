import Testing

@testable import TestSupport

/// Every piece of Swift in the README, the articles and the doc comments compiles.
@Suite(.timeLimit(.minutes(10))) struct CodeBlocksTests {
    #if os(Linux)
    /// What stands "before" a move from another library is that library's.
    @Test func compile() async throws {
        let errors = try await TypeChecker.errors(in: PageSource.all().map(\.text))
        #expect(errors.map(\.description) == [])
    }
    #endif

    @Test func nameTheirLanguage() {
        let unknown = CodeBlock.all.filter { block in
            let others = block.file.contains("/coming-from-") ? ["swift before", "objc"] : []
            return !(["swift", "sh", "text"] + others).contains(block.language)
        }
        #expect(unknown.map(\.place) == [])
    }

    @Test(arguments: ["README.md", ".docc/", ".swift"]) func areFound(in place: String) {
        #expect(CodeBlock.all.contains { $0.language == "swift" && $0.place.contains(place) })
    }

    @Test func contextsBelongToPages() {
        let pages = Set(CodeBlock.all.map { $0.file.replacing(/^.*\/|\.\w+$/, with: "") })
        let contexts = Repository.files(below: "Tests/DocumentationTests/Context", "swift")
            .map { $0.replacing(/^.*\/|\.\w+$/, with: "") }
        #expect(contexts.filter { !pages.contains($0) } == ["Everywhere"])
    }
}
