@testable import TestSupport

/// A point that tasks pass together.
struct Meeting: Sendable {
    private let missing: Watched<Int>

    init(of count: Int) {
        missing = Watched(count)
    }

    func wait() async {
        missing.change { $0 -= 1 }
        await missing.wait { $0 <= 0 }
    }
}
