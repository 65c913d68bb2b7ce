import Barricade
import Testing

/// Expects that a call fails with an error of the library, which has a code and a whole message.
func expectFailure(
    _ code: BarricadeError.Code, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation, of call: () async throws -> Void
) async {
    let error = await #expect(throws: BarricadeError.self, sourceLocation: sourceLocation) {
        try await call()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.message == message, sourceLocation: sourceLocation)
}
