/// A choice of how sets answer, which is for nothing unless a request comes.
package enum Choice: Sendable {
    case response(String, set: String)
    /// A preset, with all that it selects.
    case preset(Preset, Preset.Selection)
    case hold(HeldRequests, set: String)
    /// An answer to the next requests.
    case answer(String, set: String, isUnused: @Sendable () -> Bool)
}
