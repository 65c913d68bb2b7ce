#if os(Linux) || os(macOS)
import Testing

/// The tests of the page in a real browser; one at a time, since each draws, which is most of the work.
@Suite(.serialized, .inChromium, .timeLimit(.minutes(10))) enum PageTests {}
#endif
