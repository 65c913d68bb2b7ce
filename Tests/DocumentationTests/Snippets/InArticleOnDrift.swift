import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Compiled only: there is no server.
enum ArticleOnDrift {
    static func listens() throws {
        Task {
            for await drift in Barricade.shared.drift { print(drift) }
        }
        try Barricade.shared.setMode(.live, for: "Profile")
    }

    static func reports(_ staging: URL, _ token: String) async throws {
        let sets = try ResponseSet.sets(in: .directory("Responses"))
        let report = try await Drift.report(of: sets, against: staging) {
            $0.headers["Authorization"] = "Bearer \(token)"
            $0.values["id"] = "17"
        }
        print(report)
    }

    static func compares(_ profile: ResponseSet, _ session: URLSession, _ url: URL) async throws {
        let (data, response) = try await session.data(from: url)
        let http = try #require(response as? HTTPURLResponse)
        #expect(profile.drift(of: data, http) == [])
    }

    static func prints(_ barricade: Barricade) async {
        for await drift in barricade.drift { print(drift) }
    }
}
