import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Uploads of 1 KB, without a delegate and with one that is told what is sent.
struct UploadCases {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .post("/v1/upload")) {
                CannedResponse("OK", body: .data(Sizes.kilobyte))
            })
        var request = URLRequest(url: URL(filePath: "/"))
        request.url = URL(string: "https://api.example.com/v1/upload")
        request.httpMethod = "POST"
        let requests = Array(repeating: request, count: options.requests)
        let cases: [(String, UploadTeller?, limit: Double)] = [
            ("no delegate", nil, 2.2), ("a delegate that is told", UploadTeller(), 4),
        ]
        for (name, delegate, limit) in cases {
            let sending = { (session: URLSession) in
                Sending(session: session, upload: Sizes.kilobyte, delegate: delegate)
            }
            let comparison = try await Comparison(
                rounds: options.rounds, ours: sending(barricade.session),
                bare: sending(BareProtocol.session())
            ) { _ in requests }
            add(
                comparison.row(
                    .uploads, "1 KB, \(name)", per: options.requests, ratioLimit: limit))
        }
    }
}

/// A delegate that is told what is sent, and does nothing with it.
private final class UploadTeller: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {}
}
