import Barricade
import BarricadeSurfaces

extension Barricade.SetChange: Codable, RequestShape {
    private enum CodingKeys: String, CodingKey {
        case selected, mode
    }

    static let members = ["selected", "mode"]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        if container.contains(.selected) {
            let name = try container.decode(String?.self, forKey: .selected)
            selection = name.map { .response($0) } ?? .byDefault
        }
        if let name = try container.decodeIfPresent(String.self, forKey: .mode) {
            guard let mode = ResponseSet.Mode(rawValue: name) else {
                throw Problem.unknown(
                    "mode", name, among: ResponseSet.Mode.allCases.map(\.rawValue))
            }
            self.mode = mode
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch selection {
        case .response(let name): try container.encode(name, forKey: .selected)
        case .byDefault: try container.encodeNil(forKey: .selected)
        case nil: break
        }
        try container.encodeIfPresent(mode, forKey: .mode)
    }
}
