/// One figure, beside the one that it is compared with.
struct Row: Codable, Sendable {
    let part: String
    let name: String
    let unit: String
    let ours: Double
    /// What a bare URLProtocol takes, or whatever `name` says; `nil` where nothing compares.
    var bare: Double?
    /// The median of the rounds' ratios, each taken within a moment of the other.
    var ratio: Double?
    /// What the ratio is not to exceed; `nil` where it is for information.
    var ratioLimit: Double?
    /// What `ours` is not to exceed.
    var limit: Double?

    /// Whether the figure is within its limits; `nil` where it has none.
    var isWithinLimits: Bool? {
        guard ratioLimit != nil || limit != nil else { return nil }
        let isNearEnough = ratioLimit.map { (ratio ?? .infinity) <= $0 } ?? true
        return isNearEnough && limit.map { ours <= $0 } ?? true
    }
}
