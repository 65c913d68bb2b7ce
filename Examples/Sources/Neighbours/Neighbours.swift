// The names that Alamofire, Moya, OpenAPI's runtime, Apollo and swift-clocks export, in place of these
// libraries.

public struct HTTPHeaders: Sendable {
    public init() {}
}

public struct HTTPMethod: Sendable {
    public static let get = HTTPMethod()
}

public typealias Method = HTTPMethod

public struct HTTPStatus: Sendable {}

public struct MultipartPart: Sendable {}

public struct Selection: Sendable {
    public init() {}
}

public struct ServerSentEvent: Sendable {
    public init() {}
}

public struct Session: Sendable {
    public init() {}
}

public final class TestClock: Clock, Sendable {
    public init() {}

    public var now: ContinuousClock.Instant { .now }
    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
