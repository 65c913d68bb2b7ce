#if !canImport(Darwin)
import Barricade
import FoundationNetworking
import Testing

@testable import TestSupport

/// Linux tells no delegate of a URLProtocol's upload; Apple platforms have no call for it.
@Suite(.timeLimit(.minutes(10))) struct UploadProgressTests {
    /// Writes down all that it is told, in order.
    private final class Delegate: NSObject, URLSessionDataDelegate {
        let told = Events<String>()

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytes: Int64,
            totalBytesSent: Int64, totalBytesExpectedToSend: Int64
        ) {
            told.add("+\(bytes) \(totalBytesSent)/\(totalBytesExpectedToSend)")
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            told.add("response")
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            told.add(error == nil ? "completed" : "failed")
        }
    }

    enum Source: CaseIterable {
        case body, stream, upload, file
    }

    private static let size = 150_000
    private static let steps = [
        "+65536 65536/150000", "+65536 131072/150000", "+18928 150000/150000",
    ]

    private func told(
        _ barricade: Barricade, _ source: Source, size: Int = size, to url: String = "\(api)/u"
    ) async throws -> [String] {
        let folder = try ScratchFolder()
        let delegate = Delegate()
        let session = URLSession(
            configuration: .patient(by: barricade), delegate: delegate, delegateQueue: nil)
        let data = Data(count: size)
        var request = try URLRequest.posting(nil, to: url)
        let task: URLSessionTask
        switch source {
        case .body:
            request.httpBody = data
            task = session.dataTask(with: request)
        case .stream:
            request.httpBodyStream = InputStream(data: data)
            task = session.dataTask(with: request)
        case .upload: task = session.uploadTask(with: request, from: data)
        case .file:
            let file = folder.file("body")
            try data.write(to: file)
            task = session.uploadTask(with: request, fromFile: file)
        }
        task.resume()
        let told = await delegate.told.wait { ["completed", "failed"].contains($0.last) }
        session.finishTasksAndInvalidate()
        return told
    }

    @Test(arguments: Source.allCases) func isToldBeforeTheResponse(_ source: Source) async throws {
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/u")) {
                CannedResponse("At once")
                CannedResponse("Later", delay: .milliseconds(1))
                CannedResponse("Made") { _ in CannedResponse() }
                CannedResponse("Lost", error: URLError(.networkConnectionLost))
            })
        for name in ["At once", "Later", "Made"] {
            try barricade.select(name, for: "Upload")
            #expect(
                try await told(barricade, source) == Self.steps + ["response", "completed"])
        }
        try barricade.select("Lost", for: "Upload")
        #expect(try await told(barricade, source) == Self.steps + ["failed"])
        // Nothing is told of no body.
        try barricade.select("At once", for: "Upload")
        #expect(try await told(barricade, source, size: 0) == ["response", "completed"])
    }

    enum Way: CaseIterable {
        case alone, withCache, behindAnother
    }

    @Test(arguments: Way.allCases) func aDelegateOfTheCallIsTold(_ way: Way) async throws {
        let barricade = Barricade(ResponseSet("Upload", on: .post("/u")) { CannedResponse("Some") })
        let other = Barricade { $0.unmatchedPolicy = .passThrough }
        let configuration = URLSessionConfiguration.patient(by: barricade)
        if way == .withCache {
            configuration.urlCache = URLCache(
                memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        }
        if way == .behindAnother { other.install(in: configuration) }
        let delegate = Delegate()
        _ = try await URLSession(configuration: configuration).upload(
            for: .posting(nil, to: "\(api)/u"), from: Data(count: Self.size), delegate: delegate)
        #expect(delegate.told.all == Self.steps + ["response"])
    }

    /// The platform tells it when it loads the task, and the library's own session passes it on.
    @Test(arguments: [true, false]) func theRealServerIsToldOnce(_ isOpen: Bool) async throws {
        let server = try LocalServer()
        let barricade = Barricade {
            $0.unmatchedPolicy = isOpen ? .passThrough : .passThrough(hosts: ["127.0.0.1"])
        }
        let told = try await told(barricade, .body, to: "\(server.url("/u"))")
        #expect(told.suffix(2) == ["response", "completed"])
        let sent = told.filter { $0.hasPrefix("+") }
        #expect(sent.last?.hasSuffix(" 150000/150000") == true)
        let sizes: [Int] = sent.compactMap { Int($0.prefix { $0 != " " }) }
        #expect(sizes.reduce(0, +) == Self.size)
    }
}
#endif
