/// An amount in pence, as the service counts.
struct Price: Decodable, Sendable {
    let pence: Int

    init(from decoder: any Decoder) throws {
        pence = try decoder.singleValueContainer().decode(Int.self)
    }
}

extension Price: CustomStringConvertible {
    var description: String {
        let rest = pence % 100
        return "£\(pence / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
