package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension CannedResponse {
    /// A reply that is the same for each request.
    package struct PlainReply: Sendable {
        package let status: HTTP.Status
        /// The header fields, with the content type of the body.
        package let headers: HTTP.Headers
        /// The path of the body's file, as the response names it; `nil` if it has none.
        package let file: String?
        fileprivate let response: CannedResponse

        /// Returns the body; empty data if there is none.
        ///
        /// - Parameter locations: The places of files that have none of their own.
        package func body(in locations: [FileLocation]) throws(BarricadeError) -> Data {
            try CannedBody.all(of: response).first?.bytes(in: locations) ?? Data()
        }
    }

    /// The reply; `nil` if it is not whole, or not the same for each request.
    package var plainReply: PlainReply? {
        guard case .reply(let reply) = outcome, reply.isIntact, reply.settings.isEmpty else {
            return nil
        }
        let headers = reply.completeHeaders
        switch reply.body.kind {
        case .none, .data:
            return PlainReply(status: reply.status, headers: headers, file: nil, response: self)
        case .file(let file, _):
            return PlainReply(status: reply.status, headers: headers, file: file, response: self)
        case .pieces, .unusable:
            return nil
        }
    }

    /// The code of the error that it fails the load with; `nil` unless that is one of `URLError`.
    package var errorCode: URLError.Code? {
        guard case .failure(let error) = outcome else { return nil }
        return (error as? URLError)?.code
    }

    /// The responses of a sequence; `nil` for others.
    package var elementsInTurn: [CannedResponse]? {
        guard case .series(let series) = outcome, series.isInTurn else { return nil }
        return series.elements
    }
}
