#if DEBUG && (os(Linux) || os(macOS))
import Testing

@testable import TestSupport

/// The tests of the page in a real browser; in debug builds only, since the page is the same in
/// every build, and they are the longest.
///
/// Their steps do not stand in line behind those of all other tests.
@Suite(.onOwnThreads, .fewPagesAtOnce, .inChromium, .timeLimit(.minutes(10))) enum PageTests {}
#endif
