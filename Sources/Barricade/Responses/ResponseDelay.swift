/// How long a response waits before it is given, an error too.
///
/// ```swift
/// CannedResponse("Slow", json: "{}", delay: .seconds(3))
/// ```
public struct ResponseDelay: Sendable, Hashable {
    /// How long to wait.
    let duration: Duration

    /// No wait at all.
    public static let none = ResponseDelay(duration: .zero)

    /// The same wait each time; a negative one fails the requests that it would hold up.
    public static func fixed(_ duration: Duration) -> ResponseDelay {
        ResponseDelay(duration: duration)
    }

    /// The same wait each time, in seconds.
    public static func seconds(_ seconds: Double) -> ResponseDelay {
        // A duration holds some 10^11 years; what is longer, or no number, is kept as a fault.
        guard abs(seconds) < 1e18 else { return .fixed(.seconds(-1)) }
        return .fixed(.seconds(seconds))
    }

    /// The same wait each time, in milliseconds.
    public static func milliseconds(_ milliseconds: Int) -> ResponseDelay {
        .fixed(.milliseconds(milliseconds))
    }

    /// Says what keeps the delay from being waited; `nil` where nothing does.
    var fault: String? {
        duration < .zero ? "its delay is negative or infinite" : nil
    }
}

extension ResponseDelay: CustomStringConvertible {
    public var description: String { "\(duration)" }
}
