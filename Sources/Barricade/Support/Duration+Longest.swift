extension Duration {
    /// A moment that never comes: the most seconds that a duration can hold.
    static var maximum: Duration { .seconds(Int64.max) }
    /// Some 30 years; longer makes no difference, and clocks may not count so far.
    static var longest: Duration { .seconds(longestSeconds) }
    static var longestSeconds: Double { 1e9 }
}
