package import Foundation

/// Code that makes the response to each request, or changes a reply for it.
package protocol ResponseHandler: Sendable {
    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - reply: The reply that it changes, with its body as data; `nil` if it makes one itself.
    ///   - barricade: The barricade that answers, with what is attached to it.
    func response(
        to request: BarricadeRequest, changing reply: CannedResponse.Reply?,
        at barricade: Barricade
    ) async throws -> CannedResponse

    /// Returns the reasons why it can never change this body; usually none.
    func faults(in body: ResponseBody) -> [String]

    /// Looks for mistakes before a request does.
    ///
    /// - Parameters:
    ///   - body: The body that it changes; `nil` if it makes responses itself.
    ///   - pathNames: The names of segments in the set's patterns.
    ///   - files: The barricade's location of files.
    func check(
        _ body: Data?, pathNames: [String], in files: FileLocation
    ) throws(BarricadeError)
}

extension ResponseHandler {
    package func faults(in body: ResponseBody) -> [String] { [] }

    package func check(
        _ body: Data?, pathNames: [String], in files: FileLocation
    ) throws(BarricadeError) {}
}

/// A handler that is a closure.
struct ClosureHandler: ResponseHandler {
    let make: @Sendable (BarricadeRequest) async throws -> CannedResponse

    func response(
        to request: BarricadeRequest, changing reply: CannedResponse.Reply?,
        at barricade: Barricade
    ) async throws -> CannedResponse {
        try await make(request)
    }
}
