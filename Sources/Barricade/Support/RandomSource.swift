import Foundation

/// The source of a barricade's random numbers: the same seed gives the same sequence.
package final class RandomSource: Sendable {
    package let seed: UInt64
    private let state: Locked<UInt64>

    init(seed: UInt64) {
        self.seed = seed
        state = Locked(seed)
    }

    /// Whether it has given a number.
    package var isUsed: Bool { state.withLock { $0 != seed } }

    /// Returns a number from 0 up to, but not including, 1.
    func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns a number of the standard normal distribution (Box and Muller's method).
    func normal() -> Double {
        let radius = sqrt(-2 * log(1 - fraction()))
        return radius * cos(2 * .pi * fraction())
    }

    /// Returns 64 random bits (SplitMix64: small, quick, and the same on every platform).
    package func next() -> UInt64 {
        var bits = state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            return state
        }
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
