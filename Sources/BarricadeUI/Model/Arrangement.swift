/// A person's arrangement of sets and groups.
struct Arrangement: Sendable, Hashable, Codable {
    /// The names of the pinned sets, in the order in which they were pinned.
    var pinned: [String] = []
    /// The names of the groups whose sets are hidden.
    var collapsed: Set<String> = []

    init() {}
}
