#if canImport(SwiftUI)
/// A place that can be opened.
enum ScreenPlace: Hashable {
    case set(String)
    case response(String, set: String)
    case log
    case request(Int)
    case body(BodySource)
    case about
}
#endif
