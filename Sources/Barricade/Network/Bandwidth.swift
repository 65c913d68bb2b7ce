/// The amount of data that a link moves per second.
public struct Bandwidth: Sendable, Equatable {
    /// Bits per second; infinite means no limit.
    public let bitsPerSecond: Double

    /// No limit.
    public static let unlimited = Bandwidth(bitsPerSecond: .infinity)

    /// A bandwidth in bits per second.
    public static func bitsPerSecond(_ bits: Double) -> Bandwidth {
        Bandwidth(bitsPerSecond: bits)
    }

    /// A bandwidth in kilobits, 1 000 bits, per second.
    public static func kilobitsPerSecond(_ kilobits: Double) -> Bandwidth {
        Bandwidth(bitsPerSecond: kilobits * 1_000)
    }

    /// A bandwidth in megabits, 1 000 000 bits, per second.
    public static func megabitsPerSecond(_ megabits: Double) -> Bandwidth {
        Bandwidth(bitsPerSecond: megabits * 1_000_000)
    }

    /// Returns the time to move a number of bytes, at most 30 years.
    func duration(of bytes: Int) -> Duration {
        .seconds(min(Double(bytes) * 8 / bitsPerSecond, 1e9))
    }
}

extension Bandwidth: CustomStringConvertible {
    /// The bandwidth in the largest unit that it fills: `780 kbps`.
    public var description: String {
        switch bitsPerSecond {
        case .infinity: "unlimited"
        case 1_000_000...: "\(Self.short(bitsPerSecond / 1_000_000)) Mbps"
        case 1_000...: "\(Self.short(bitsPerSecond / 1_000)) kbps"
        default: "\(Self.short(bitsPerSecond)) bps"
        }
    }

    private static func short(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
