struct VendorClient {
    init(configuration: URLSessionConfiguration) {}
    init(baseURL: URL) {}
}

final class ProfileModel {
    var name: String?
    init(client: any Sendable) {}
    func load(isolation: isolated (any Actor)? = #isolation) async {}
}

// ## Make `shared` a task local

final class APIClient: Sendable {
    @TaskLocal static var shared = APIClient()
    init(session: URLSession = .shared) {}
}

final class ProfileModel {
    var name: String?
    func load(isolation: isolated (any Actor)? = #isolation) async {}
}

// ## Serve it on a port

final class ProfileModel {
    var name: String?
    init(client: any Sendable) {}
    func load(isolation: isolated (any Actor)? = #isolation) async {}
}

// ## Reach `URLSession.shared`

final class APIClient: Sendable {
    static let shared = APIClient()
}

final class ProfileModel {
    var name: String?
    init(client: any Sendable) {}
    func load(isolation: isolated (any Actor)? = #isolation) async {}
}

// ## Replace `shared`

final class APIClient: Sendable {
    @MainActor static var shared = APIClient()
    init(session: URLSession = .shared) {}
}

final class ProfileModel {
    var name: String?
    func load(isolation: isolated (any Actor)? = #isolation) async {}
}
