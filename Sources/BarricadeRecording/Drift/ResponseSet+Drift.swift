public import Barricade
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension ResponseSet {
    /// Returns the differences of a real reply from all responses with its status.
    ///
    /// ```swift
    /// let (data, response) = try await session.data(from: url)
    /// let http = try #require(response as? HTTPURLResponse)
    /// #expect(profile.drift(of: data, http) == [])
    /// ```
    ///
    /// ``Drift`` says what is compared. It skips responses that are made for each request, such as
    /// by a handler, and files that cannot be read.
    ///
    /// - Parameters:
    ///   - data: The reply's body, decoded.
    ///   - response: The reply's status and header fields.
    ///   - files: The location of body files if the set has none; `nil` means the main bundle's
    ///     resources, then the working directory.
    public func drift(
        of data: Data, _ response: HTTPURLResponse, in files: FileLocation? = nil
    ) -> [Drift] {
        SetShape(self, files: files.map { [$0] } ?? FileLocation.standard).compare(
            status: HTTP.Status(response.statusCode),
            contentType: response.value(forHTTPHeaderField: "Content-Type"), body: data
        ).drift
    }
}
