import Barricade
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an app's client does in these examples.
protocol NameService: Sendable {
    func name() async throws -> String
}

extension URLSession {
    fileprivate func name() async throws -> String {
        struct Profile: Decodable { var name: String }
        let url = try #require(URL(string: "https://api.example.com/profile"))
        return try JSONDecoder().decode(Profile.self, from: try await data(from: url).0).name
    }
}

final class ProfileModel {
    private(set) var name: String?
    private let client: any NameService

    init(client: any NameService) {
        self.client = client
    }

    func load(isolation: isolated (any Actor)? = #isolation) async {
        name = try? await client.name()
    }
}

struct VendorClient {
    let session: URLSession

    init(configuration: URLSessionConfiguration) {
        session = URLSession(configuration: configuration)
    }
}

enum PassingTheClient {
    final class APIClient: Sendable {
        static let shared = APIClient()
        private let session: URLSession

        init(session: URLSession = .shared) {
            self.session = session
        }
    }

    struct Tests {
        @Test(.barricade(profile)) func showsTheName() async throws {
            let client = APIClient(session: Barricade.current.session)
            let model = ProfileModel(client: client)
            await model.load()
            #expect(model.name == "Ada")
        }
    }
}

extension PassingTheClient.APIClient: NameService {
    func name() async throws -> String { try await session.name() }
}

enum MakingItTaskLocal {
    final class APIClient: NameService {
        @TaskLocal static var shared = APIClient()
        private let session: URLSession

        init(session: URLSession = .shared) {
            self.session = session
        }

        func name() async throws -> String { try await session.name() }
    }

    struct Tests {
        private func ProfileModel() -> ProfileModel { .init(client: APIClient.shared) }

        @Test(.barricade(profile)) func showsTheName() async throws {
            let client = APIClient(session: Barricade.current.session)
            await APIClient.$shared.withValue(client) {
                let model = ProfileModel()
                await model.load()
                #expect(model.name == "Ada")
            }
        }
    }
}

enum ExchangingIt {
    final class APIClient: NameService {
        @MainActor static var shared = APIClient()
        private let session: URLSession

        init(session: URLSession = .shared) {
            self.session = session
        }

        func name() async throws -> String { try await session.name() }
    }

    @Suite(.serialized, .barricade(profile)) @MainActor struct AppTests {
        init() {
            APIClient.shared = APIClient(session: Barricade.current.session)
        }

        @Test func showsTheName() async throws {
            let model = ProfileModel()
            await model.load()
            #expect(model.name == "Ada")
        }
    }
}

extension ExchangingIt.AppTests {
    private func ProfileModel() -> ProfileModel { .init(client: ExchangingIt.APIClient.shared) }
}

enum ReachingTheSharedSession {
    struct Tests {
        private typealias APIClient = PassingTheClient.APIClient

        @Test(.barricade(profile, reaching: .sharedSession)) func showsTheName() async throws {
            let model = ProfileModel(client: APIClient.shared)
            await model.load()
            #expect(model.name == "Ada")
        }
    }
}

enum ReachingTheAppsBarricade {
    struct Tests {
        private enum APIClient {
            static let shared = PassingTheClient.APIClient(session: Barricade.shared.session)
        }

        @Test(.barricade(profile, reaching: .sessions(of: Barricade.shared)))
        func showsTheName() async throws {
            let model = ProfileModel(client: APIClient.shared)
            await model.load()
            #expect(model.name == "Ada")
        }
    }
}

@Suite(.barricade(login, unusedSets: .reported)) struct VendorTests {
    @Test func signsIn() async throws {
        let configuration = URLSessionConfiguration.default
        Barricade.current.install(in: configuration)
        let client = VendorClient(configuration: configuration)
        await LoginModel(session: client.session).signIn()
    }
}
