/// A choice of how sets answer, which has no effect unless a request comes.
package indirect enum Choice: Sendable {
    case response(String, set: String)
    /// A preset, with all that it selects.
    case preset(Preset, Preset.Selection)
    case hold(HeldRequests, set: String)
    /// An answer to the next requests, and how many of them may still use it.
    case answer(String, set: String, times: Int, left: @Sendable () -> Int)
}
