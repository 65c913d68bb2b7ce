import Foundation

/// The saved form of selections: `{"version": 1, "barricades": {"App": {"Login": "Offline"}}}`.
struct SavedSelections: Codable, Equatable, Sendable {
    /// The only version so far; a file of a later one is left as it is.
    static let version = 1

    private var version = Self.version
    private var barricades: [String: [String: String]] = [:]

    private enum CodingKeys: CodingKey {
        case version
        case barricades
    }

    init() {}

    /// Reads the saved form.
    ///
    /// - Throws: ``BarricadeError/Code/unusableSelection`` for what is not JSON, has another shape or
    ///   comes from a later version.
    init(reading data: Data) throws(BarricadeError) {
        struct Header: Decodable { var version: Int }
        let decoder = JSONDecoder()
        do {
            let found = try decoder.decode(Header.self, from: data).version
            guard found == Self.version else {
                throw BarricadeError(
                    .unusableSelection,
                    "it is of version \(found), and this version of Barricade reads \(Self.version)"
                )
            }
            self = try decoder.decode(Self.self, from: data)
        } catch let error as BarricadeError {
            throw error
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw BarricadeError(.unusableSelection, "it is not JSON")
        } catch {
            throw BarricadeError(
                .unusableSelection,
                #"it is not of the form {"version": 1, "barricades": {"App": {"Login": "Offline"}}}"#
            )
        }
    }

    subscript(barricade: String) -> Preset.Selection {
        get { Preset.Selection(barricades[barricade] ?? [:]) }
        set { barricades[barricade] = newValue.responses.isEmpty ? nil : newValue.responses }
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }
}
