public import Barricade
import BarricadeFolder
import BarricadeSurfaces
import Foundation

extension RemoteBarricade {
    /// Adds a set in front of the others, asked from the next request on.
    ///
    /// - Throws: `BarricadeError.Code.unsupported` if it is code, such as a handler, or has a file,
    ///   and `BarricadeError.Code.refusedByPanel` if its name is taken, or if there is no room.
    public func add(_ set: ResponseSet) async throws {
        let json = try Self.written(ManifestPart.text(of: set), "Set", set.name)
        try await client.send(.addSet, json: json)
    }

    /// Adds a response to a set, to select like its others.
    ///
    /// ```swift
    /// try await barricade.add(CannedResponse("Sold Out", status: 410), to: "Book")
    /// try await barricade.select("Sold Out", for: "Book")
    /// ```
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if no set has that name,
    ///   `BarricadeError.Code.unsupported` if the response is code, has a file, redirects or asks the
    ///   real server, and `BarricadeError.Code.refusedByPanel` if its name is taken.
    public func add(_ response: CannedResponse, to set: some ResponseSetName) async throws {
        try await client.send(
            .addResponse, at: set.responseSetName.identifierForURLs, json: Self.json(of: response))
    }

    /// Replaces a response that was added at run time, or is in a folder; it stays selected, also under
    /// a new name.
    ///
    /// - Throws: The same errors as ``add(_:to:)``, and `BarricadeError.Code.refusedByPanel` if the
    ///   response is in code, or if one of a folder gets another name.
    public func replace(
        _ name: String, with response: CannedResponse, in set: some ResponseSetName
    ) async throws {
        try await client.send(
            .replaceResponse, at: set.responseSetName.identifierForURLs, name.identifierForURLs,
            json: Self.json(of: response))
    }

    /// Removes a response that was added at run time; if it was the set's last, also the set.
    ///
    /// If it replaced a response of a folder, the folder's answers again.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if no set or response has that name, and
    ///   `BarricadeError.Code.refusedByPanel` if it was not added at run time.
    public func remove(_ response: String, from set: some ResponseSetName) async throws {
        try await client.send(
            .removeResponse, at: set.responseSetName.identifierForURLs, response.identifierForURLs)
    }

    /// Writes what was added at run time to the folder that the app has registered.
    ///
    /// - Returns: What could not be saved and why, in a sentence each; usually nothing.
    /// - Throws: `BarricadeError.Code.refusedByPanel` if no folder is registered, or if it cannot be
    ///   written.
    @discardableResult
    public func saveToFolder() async throws -> [String] {
        let saved = try await client.send(.saveToFolder, as: JSONValue.self)
        return saved["notes"]?.array?.compactMap(\.string) ?? []
    }

    private static func json(of response: CannedResponse) throws(BarricadeError) -> String {
        try written(ManifestPart.text(of: response), "Response", response.name)
    }

    private static func written(
        _ json: String?, _ what: String, _ name: String
    ) throws(BarricadeError) -> String {
        if let json { return json }
        throw BarricadeError(
            .unsupported,
            """
            \(what) "\(name.shortened)" is code, or has a file, and another process can only get \
            what can be written as JSON.
            """)
    }
}
