package import Foundation

/// A handler that needs its barricade's state.
package protocol StatefulHandler: Sendable {
    /// The resource that answers.
    var resource: any AnyObject & Sendable { get }

    /// Makes the response to a request.
    func answer(
        _ request: BarricadeRequest, at barricade: Barricade
    ) async throws -> CannedResponse

    /// Returns the reason why it cannot answer; usually `nil`.
    func fault(in files: FileLocation) -> BarricadeError?
}

/// A change of a reply's body for each request, such as values that come from the request.
package protocol BodyRewriter: Sendable {
    /// Returns the reasons why it can never change this body; usually none.
    func faults(in body: ResponseBody) -> [String]

    /// Checks that it can change these bytes.
    ///
    /// - Parameter pathNames: The names of segments in the set's patterns.
    func check(_ data: Data, pathNames: [String]) throws(BarricadeError)

    /// Returns the bytes for a request.
    func rewritten(
        _ data: Data, for request: BarricadeRequest, at date: Date
    ) throws(BarricadeError) -> Data
}
