import Bookshop

/// What came of opening a page: what it shows, and how long that took.
struct Visit {
    let screen: Screen
    let duration: Duration

    init(_ page: Page, in app: Storefront) async {
        let clock = ContinuousClock()
        let start = clock.now
        screen = await app.open(page)
        duration = clock.now - start
    }

    /// The duration as it is read: `0.4 ms`, `12 ms` or `1.25 s`.
    var durationText: String {
        let milliseconds = duration / .milliseconds(1)
        return switch milliseconds {
        case ..<10: "\((milliseconds * 10).rounded() / 10) ms"
        case ..<1000: "\(Int(milliseconds)) ms"
        default: "\((milliseconds / 10).rounded() / 100) s"
        }
    }
}
