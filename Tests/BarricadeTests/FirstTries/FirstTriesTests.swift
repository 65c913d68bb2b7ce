#if os(Linux) && compiler(>=6.3)
import Testing

@testable import TestSupport

/// What is written first compiles, or the compiler says what to write.
///
/// The messages are those of Swift 6.3. One process checks all tries, in less than a second.
@Suite(.timeLimit(.minutes(10))) struct FirstTriesTests {
    @Test func compileOrSayWhatToWrite() async throws {
        let tries = FirstTry.all.enumerated().map { number, firstTry in
            "#sourceLocation(file: \"\(number)\", line: 1)\n\(firstTry.file(number: number))"
        }
        var found: [Int: Set<String>] = [:]
        // What is wrong in a macro's expansion is said of the line with the macro too.
        for error in try await TypeChecker.errors(in: [FirstTry.context] + tries)
        where !error.file.contains("@") {
            found[Int(error.file) ?? -1, default: []].insert(error.message)
        }
        #expect(found[-1, default: []].isEmpty)
        for (number, firstTry) in FirstTry.all.enumerated() {
            #expect(found[number, default: []].sorted() == firstTry.errors, "\(firstTry.code)")
        }
    }
}
#endif
