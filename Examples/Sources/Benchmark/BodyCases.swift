import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Bodies of several sizes, from memory and from a file.
struct BodyCases {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Barricade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await measure("1 KB", Sizes.kilobyte, BareProtocol.self, folder, add)
        try await measure("1 MB", Sizes.megabyte, BareMegabyte.self, folder, add)
        try await measure(
            "100 MB", Sizes.hundredMegabytes, BareHundredMegabytes.self, folder, isLimited: true,
            add)
    }

    private func measure(
        _ name: String, _ data: Data, _ bare: BareProtocol.Type, _ folder: URL,
        isLimited: Bool = false, _ add: (Row) -> Void
    ) async throws {
        let path = folder.appendingPathComponent(name)
        try data.write(to: path)
        try MappedBody.use(path)
        let memory = CannedResponse("Memory", body: .data(data))
        let file = CannedResponse("File", body: .file(name, in: .directory(folder)))
        add(
            try await compare(memory, with: bare.session())
                .row(
                    .bodies, "\(name) from memory", per: options.requests,
                    ratioLimit: isLimited ? 1.2 : nil))
        add(
            try await compare(file, with: BareMapped.session())
                .row(
                    .bodies, "\(name) from a file", per: options.requests,
                    ratioLimit: isLimited ? 1.3 : nil))
    }

    private func compare(
        _ response: CannedResponse, with bare: URLSession
    ) async throws -> Comparison {
        let barricade = Barricade(
            ResponseSet("Set", on: .get("/v1/group0/item0"), responses: [response]))
        let requests = Sets.literal.requests(options.requests, to: 1)
        return try await Comparison(
            rounds: options.rounds,
            ours: Sending(session: barricade.session), bare: Sending(session: bare)
        ) { _ in requests }
    }
}

/// A bare protocol whose body is a mapped file, mapped beforehand.
final class BareMapped: BareProtocol {
    override class var body: Data { MappedBody.data }
}

enum MappedBody {
    nonisolated(unsafe) private(set) static var data = Data()

    /// Maps a file for the requests to come; none may be under way.
    static func use(_ file: URL) throws {
        data = try Data(contentsOf: file, options: .alwaysMapped)
    }
}
