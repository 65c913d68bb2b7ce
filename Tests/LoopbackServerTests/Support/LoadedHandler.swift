import Barricade
import Foundation
import LoopbackServer

/// What answers the clients of a load: with their own names, so that mistakes show.
enum LoadedHandler {
    static let answer: LoopbackServer.Handler = { request in
        let name = String(request.path.dropFirst())
        switch request.query {
        case "events":
            return .init(
                headers: ["Content-Type": "text/event-stream"],
                body: .events { writer in
                    // Long ones soon have no room left for a client that stalls.
                    let padding = String(repeating: "x", count: name == "long" ? 100_000 : 0)
                    for index in 0... {
                        try await writer.write(Data("data: \(name) \(index)\(padding)\n\n".utf8))
                        try await Task.sleep(for: .milliseconds(1))
                    }
                })
        case "stream":
            return .init(
                body: .stream { writer in
                    for byte in name.utf8 { try await writer.write(Data([byte])) }
                })
        case "large":
            return .init(body: .data(Data(repeating: 7, count: 20_000_000)))
        case "held":
            try? await Task.sleep(for: .seconds(3_600))
            return .disconnection
        default:
            return .text("\(name) \(String(decoding: request.body, as: UTF8.self))")
        }
    }
}
