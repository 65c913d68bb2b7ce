public import Foundation

/// A body of exactly these bytes.
package struct BodyClause: Clause {
    package let data: Data

    package func matches(_ request: BarricadeRequest) -> Bool { (try? request.bytes()) == data }
    package var subject: String { "body" }

    package func difference(from request: BarricadeRequest) -> Difference {
        let wants = "a body of the \(RequestBody.data(data)) given"
        return Difference(bodyWith: wants) { () throws(BarricadeError) in
            let found = try request.bytes()
            guard found.count == data.count else {
                return Difference(wants: wants, got: "\(RequestBody.data(found))")
            }
            let same = zip(found, data).prefix { $0 == $1 }.count
            return Difference(wants: wants, got: "others from offset \(same)")
        }
    }

    package func described(isMasked: Bool) -> String {
        "body is the \(RequestBody.data(data)) given"
    }
    package var weight: Double { 0.2 }
}

// A streamed body is read only if a matcher needs it to decide. The request can then no longer
// reach the real server as a stream.
extension RequestMatcher {
    /// Matches a body of exactly these bytes.
    public static func body(_ data: Data) -> RequestMatcher {
        RequestMatcher(BodyClause(data: data))
    }
}
