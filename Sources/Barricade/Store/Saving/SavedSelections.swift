import Foundation

/// The saved form of selections: `{"version": 1, "barricades": {"App": {"Login": "Offline"}}}`.
struct SavedSelections: Encodable, Equatable, Sendable {
    /// The only version so far; a file of a later version stays unchanged.
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
    /// - Throws: ``BarricadeError/Code/unusableSelection`` if it is not JSON, has another
    ///   structure, or is of a later version.
    init(reading data: Data) throws(BarricadeError) {
        let json: JSONValue
        do {
            json = try JSONReader.read(data)
        } catch {
            throw BarricadeError(.unusableSelection, "it is not JSON")
        }
        let version = json["version"]?.int
        if let version, version != Self.version {
            throw BarricadeError(
                .unusableSelection,
                "it is of version \(version), and this version of Barricade reads \(Self.version)")
        }
        guard version != nil,
            let found = json["barricades"]?.object?.mapValues(Self.selection),
            !found.values.contains(nil)
        else {
            throw BarricadeError(
                .unusableSelection,
                #"it is not of the form {"version": 1, "barricades": {"App": {"Login": "Offline"}}}"#
            )
        }
        barricades = found.compactMapValues(\.self)
    }

    /// Reads one barricade's selection; `nil` if it contains anything but text.
    private static func selection(_ json: JSONValue) -> [String: String]? {
        guard let members = json.object else { return nil }
        let names = members.compactMapValues(\.string)
        return names.count == members.count ? names : nil
    }

    subscript(barricade: String) -> Preset.Selection {
        get { Preset.Selection(barricades[barricade] ?? [:]) }
        set { barricades[barricade] = newValue.responses.isEmpty ? nil : newValue.responses }
    }

    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }
}
