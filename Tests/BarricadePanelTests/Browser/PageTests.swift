#if os(Linux) || os(macOS)
import Testing

/// The tests of the page in a real browser; one at a time, since each draws, which is most of the work.
@Suite(.serialized, .inChromium, .inDebugBuilds, .timeLimit(.minutes(10))) enum PageTests {}

extension Trait where Self == ConditionTrait {
    /// The page is the same in every build, and its tests are the longest.
    fileprivate static var inDebugBuilds: Self {
        #if DEBUG
        .enabled(if: true)
        #else
        .disabled("The page is tested in debug builds.")
        #endif
    }
}
#endif
