import Foundation

/// The time that a response, or an error, waits before it is delivered.
///
/// ```swift
/// CannedResponse("Slow", json: [:], delay: .seconds(3))
/// CannedResponse("Uneven", json: [:], delay: .uniform(.milliseconds(50) ... .seconds(1)))
/// ```
///
/// A number is a wait in seconds, `delay: 0.5`, and a `Duration` a delay too. Random delays follow
/// from the barricade's seed: the same seed gives the same delays.
public struct ResponseDelay: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case fixed(Duration)
        case uniform(Duration, Duration)
        case logNormal(median: Duration, sigma: Double)
    }

    package let kind: Kind

    /// The delay for seconds that are not a number, or more than a duration can hold.
    fileprivate static var unusable: ResponseDelay { .fixed(.seconds(-1)) }

    /// Returns the next wait; 0 if the delay is unusable, so that its fault is reported at once.
    func duration(using random: RandomSource) -> Duration {
        guard fault == nil else { return .zero }
        switch kind {
        case .fixed(let duration):
            return duration
        case .uniform(let shortest, let longest):
            return shortest + (longest - shortest) * random.fraction()
        case .logNormal(let median, let sigma):
            return min(
                median * min(exp(sigma * random.normal()), Duration.longestSeconds), .longest)
        }
    }

    /// The reason why the delay is unusable; usually `nil`.
    package var fault: String? {
        let isWaitable =
            switch kind {
            case .fixed(let duration): .zero ... .maximum ~= duration
            case .uniform(let shortest, let longest):
                shortest >= .zero && longest >= shortest && longest <= .maximum
            case .logNormal(let median, let sigma):
                median >= .zero && median < .longest && sigma >= 0 && sigma.isFinite
            }
        return isWaitable ? nil : "its delay is negative or infinite"
    }
}

/// A type that says how long to wait: a delay, a `Duration`, or a number of seconds.
///
/// ```swift
/// let pause: TimeInterval = slow ? 2 : 0
/// CannedResponse("Books", file: "books.json", delay: pause)
/// ```
public protocol ResponseDelayConvertible: Sendable {
    /// The delay.
    var responseDelay: ResponseDelay { get }
}

extension ResponseDelayConvertible where Self == ResponseDelay {
    /// No wait at all.
    public static var immediate: ResponseDelay { ResponseDelay(kind: .fixed(.zero)) }

    /// The same wait each time.
    ///
    /// A negative wait, or one of more than `Int64.max` seconds, fails the request. This is true of
    /// all delays.
    public static func fixed(_ duration: Duration) -> ResponseDelay {
        ResponseDelay(kind: .fixed(duration))
    }

    /// The same wait each time, in seconds.
    public static func seconds(_ seconds: Double) -> ResponseDelay {
        abs(seconds) < 1e18 ? .fixed(.seconds(seconds)) : .unusable
    }

    /// The same wait each time, in whole seconds.
    public static func seconds(_ seconds: Int) -> ResponseDelay { .seconds(Double(seconds)) }

    /// The same wait each time, in milliseconds.
    public static func milliseconds(_ milliseconds: Int) -> ResponseDelay {
        .fixed(.milliseconds(milliseconds))
    }

    /// A random wait within bounds, uniformly distributed.
    public static func uniform(_ bounds: ClosedRange<Duration>) -> ResponseDelay {
        ResponseDelay(kind: .uniform(bounds.lowerBound, bounds.upperBound))
    }

    /// A realistic random wait: mostly near the median, sometimes much longer.
    ///
    /// - Parameters:
    ///   - median: Half of the waits are shorter.
    ///   - sigma: The standard deviation of the wait's logarithm; about two thirds of the waits are
    ///     between `median / exp(sigma)` and `median * exp(sigma)`.
    public static func logNormal(median: Duration, sigma: Double) -> ResponseDelay {
        ResponseDelay(kind: .logNormal(median: median, sigma: sigma))
    }

    /// The same wait each time, plus a random one up to a bound.
    public static func fixed(_ duration: Duration, plusUpTo extra: Duration) -> ResponseDelay {
        // Adding longer durations may overflow.
        guard .zero ... .maximum ~= duration,
            .zero ... .maximum ~= extra
        else {
            return .unusable
        }
        return ResponseDelay(kind: .uniform(duration, duration + extra))
    }
}

extension ResponseDelay: ResponseDelayConvertible {
    /// The delay itself.
    public var responseDelay: ResponseDelay { self }
}

extension Duration: ResponseDelayConvertible {
    /// The same wait each time.
    public var responseDelay: ResponseDelay { .fixed(self) }
}

extension Double: ResponseDelayConvertible {
    /// The same wait each time, in seconds.
    public var responseDelay: ResponseDelay { .seconds(self) }
}

extension Int: ResponseDelayConvertible {
    /// The same wait each time, in seconds.
    public var responseDelay: ResponseDelay { .seconds(Double(self)) }
}

extension ResponseDelay: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(floatLiteral seconds: Double) { self = .seconds(seconds) }

    public init(integerLiteral seconds: Double) { self = .seconds(seconds) }
}

extension ResponseDelay: CustomStringConvertible {
    public var description: String {
        // Too long a duration cannot be printed.
        guard fault == nil else { return "an unusable time" }
        return switch kind {
        case .fixed(let duration): "\(duration)"
        case .uniform(let shortest, let longest): "\(shortest) to \(longest)"
        case .logNormal(let median, _): "about \(median)"
        }
    }
}
