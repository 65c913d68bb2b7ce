final class Tweaks: Sendable {
    subscript(name: String) -> [String: String] {
        get { [:] }
        set {}
    }
}
