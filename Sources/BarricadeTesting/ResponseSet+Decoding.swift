public import Barricade
import BarricadeCommon
public import Foundation

extension ResponseSet {
    /// Checks that the app can decode the bodies of its good responses with the type it uses.
    ///
    /// ```swift
    /// try profile.check(decodesAs: Profile.self, failing: ["Newer Format"])
    /// ```
    ///
    /// It checks each response with a status of 2xx and a body, and each such element of a sequence
    /// or random choice. It does not apply `CannedResponse.setting(_:)` to the body. It skips
    /// responses without bytes before a request: handlers, streams, live responses. It also skips
    /// errors, and loads that fail partway.
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes.
    ///   - decoder: The decoder that the app uses.
    ///   - names: The names of the responses that must not decode, whatever their status.
    ///   - files: The location of body files if the set has none; `nil` means the main bundle's
    ///     resources, then the working directory.
    /// - Throws: `BarricadeError.Code.invalidDefinition`, naming all responses that unexpectedly
    ///   decode or fail to decode, or `BarricadeError.Code.unknownName` if no response has one of
    ///   the names.
    public func check<Body: Decodable>(
        decodesAs type: Body.Type, with decoder: JSONDecoder = JSONDecoder(),
        failing names: [String] = [], in files: FileLocation? = nil
    ) throws(BarricadeError) {
        try check(type, failing: names, in: files) { data in
            do {
                _ = try decoder.decode(type, from: data)
                return nil
            } catch {
                if !decoder.allowsJSON5, let fault = JSONReader.fault(in: data) {
                    return "is not JSON (\(fault.position(in: data)))"
                }
                return Self.reason(error)
            }
        }
    }

    /// Checks the bodies of its good responses with a closure, for any other decoder.
    ///
    /// ```swift
    /// try settings.check(decodesAs: Profile.self) { data in
    ///     try PropertyListDecoder().decode(Profile.self, from: data)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes, for messages.
    ///   - names: The names of the responses that must not decode, whatever their status.
    ///   - files: The location of body files if the set has none.
    ///   - decode: Decodes a body.
    /// - Throws: The same as ``check(decodesAs:with:failing:in:)``.
    public func check<Body>(
        decodesAs type: Body.Type, failing names: [String] = [], in files: FileLocation? = nil,
        decoding decode: (Data) throws -> Body
    ) throws(BarricadeError) {
        try check(type, failing: names, in: files) { data in
            do {
                _ = try decode(data)
                return nil
            } catch {
                return Self.reason(error)
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        let fault = DecodingFault(error)
        return "\(fault.path.description.shortened) \(fault.fullReason.shortened)"
    }

    /// - Parameter fault: Returns why a body cannot be decoded; `nil` if it can.
    private func check(
        _ type: Any.Type, failing names: [String], in files: FileLocation?,
        fault: (Data) -> String?
    ) throws(BarricadeError) {
        let set = ResponseSet.checked([self])[0]
        let known = set.responses.map(\.name)
        if let name = names.first(where: { !known.contains($0) }) {
            throw .unknownResponse(name, of: self.name, known: known)
        }
        let files = set.files ?? files ?? .standard
        let problems = set.responses.flatMap { response in
            let bodies = CannedBody.all(of: response).filter(\.exists)
            return names.contains(response.name)
                ? Self.unexpectedSuccess(of: response, bodies, in: files, fault)
                : bodies.filter(\.isGood).compactMap { body in
                    body.fault(in: files, fault).map { "\(body.title): \($0)" }
                }
        }
        guard !problems.isEmpty else { return }
        throw BarricadeError(
            .invalidDefinition,
            """
            \(title) does not fit the type \(type):
            \(problems.map { "  \($0)" }.joined(separator: "\n"))

            To fix: change the bodies or \(type), or name those that must not decode: \
            check(decodesAs: \(type).self, failing: ["…"]).
            """)
    }

    private static func unexpectedSuccess(
        of response: CannedResponse, _ bodies: [CannedBody], in files: FileLocation,
        _ fault: (Data) -> String?
    ) -> [String] {
        let name = "\"\(response.name.shortened)\""
        guard !bodies.isEmpty else { return ["\(name): has no body known beforehand to decode"] }
        let decodes = bodies.allSatisfy { $0.fault(in: files, fault) == nil }
        return decodes ? ["\(name): decodes, but is named as failing"] : []
    }
}
