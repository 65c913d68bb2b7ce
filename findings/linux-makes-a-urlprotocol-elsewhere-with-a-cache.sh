#!/bin/sh
# On Linux, a URLProtocol is made outside of the caller's task as soon as the session has a cache.
#
# Without a `urlCache`, `resume()` makes the protocol where it is called, so its initializer sees the task-local
# values of the test or the request that sends it, as `canInit` does. With one, FoundationNetworking first asks the
# cache on a global queue, and makes the protocol there: `canInit` sees the value, the initializer of the same
# request does not. A mock that finds its test by a task-local value in the initializer finds none, or that of
# nobody, once an app sets a cache. `startLoading` never sees one.
#
# Seen with Swift 6.3.1 on Linux:
#
#   without a cache: canInit A, init A, startLoading none
#   with a cache: canInit A, init none, startLoading none
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/main.swift" <<'END'
import Foundation
import FoundationNetworking

enum Sender {
    @TaskLocal static var name = "none"
}

final class Calls: @unchecked Sendable {
    static let shared = Calls()
    private let lock = NSLock()
    private var calls: [String] = []

    func add(_ call: String) { lock.withLock { calls.append("\(call) \(Sender.name)") } }

    func take() -> String {
        lock.withLock {
            defer { calls = [] }
            return calls.joined(separator: ", ")
        }
    }
}

final class Mock: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        Calls.shared.add("canInit")
        return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    required init(
        request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
        Calls.shared.add("init")
        super.init(request: request, cachedResponse: cachedResponse, client: client)
    }

    override func startLoading() {
        Calls.shared.add("startLoading")
        let response = HTTPURLResponse(
            url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

for hasCache in [false, true] {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Mock.self]
    configuration.urlCache =
        hasCache ? URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil) : nil
    let session = URLSession(configuration: configuration)
    _ = try await Sender.$name.withValue("A") {
        try await session.data(from: URL(string: "https://shop.example/")!)
    }
    print(hasCache ? "with a cache:" : "without a cache:", Calls.shared.take())
}
END
cat > "$work/expected" <<'END'
without a cache: canInit A, init A, startLoading none
with a cache: canInit A, init none, startLoading none
END
swift --version 2>/dev/null | head -n 1
swiftc -swift-version 5 "$work/main.swift" -o "$work/mock"
"$work/mock" > "$work/output"
cat "$work/output"
cmp "$work/expected" "$work/output"
