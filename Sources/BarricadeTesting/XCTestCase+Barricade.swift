#if canImport(XCTest)
public import Barricade
public import XCTest

extension XCTestCase {
    /// Makes a barricade for this test; what ``BarricadeTrait`` would report fails it at this line.
    ///
    /// ```swift
    /// func testShowsBannerWhenOffline() async throws {
    ///     let barricade = makeBarricade(login)
    ///     try barricade.select("Offline", for: "Login")
    ///     let model = LoginModel(session: barricade.session)
    ///     await model.signIn()
    ///     XCTAssertEqual(model.banner, .offline)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - unmatchedRequests: Whether requests that the barricade fails are failures; they are.
    ///   - unusedSets: Whether it is a failure when no request has come to one of these sets.
    ///   - clock: The clock of delays and timeouts.
    ///   - files: Where body files are looked for.
    ///   - storage: Where the selection is kept; nowhere, unless a test asks for it.
    ///   - file: Where failures are shown.
    ///   - line: Where failures are shown.
    public func makeBarricade(
        _ sets: ResponseSet..., unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, clock: any Clock<Duration> = ContinuousClock(),
        files: [FileLocation]? = nil, storage: any SelectionStorage = .memory,
        file: StaticString = #filePath, line: UInt = #line
    ) -> Barricade {
        let barricade = Barricade(files: files, storage: storage, clock: clock) { fault in
            XCTFail(fault.message, file: file, line: line)
        }
        let scope = BarricadeScope(barricade)
        scope.add(
            sets,
            BarricadeExpectations(unmatchedRequests: unmatchedRequests, unusedSets: unusedSets))
        addTeardownBlock {
            barricade.releaseAll()
            for problem in scope.problems { XCTFail(problem, file: file, line: line) }
        }
        return barricade
    }
}
#endif
