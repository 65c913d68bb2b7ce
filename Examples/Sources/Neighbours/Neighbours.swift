// The names that Alamofire, Moya, OpenAPI's runtime and Apollo export, in place of these libraries.

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
