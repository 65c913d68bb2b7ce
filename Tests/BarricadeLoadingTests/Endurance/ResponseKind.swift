import Barricade

@testable import TestSupport

/// A kind of response with what a request for it gets, if it is not cancelled.
///
/// Sets answer below `/<name>/`; what follows names the request, so that answers cannot be mixed up.
struct ResponseKind: Sendable {
    let name: String
    let response: CannedResponse?
    /// Whether a request for the path gets this; `nil` for one that never ends by itself.
    let isRight: (@Sendable (URLSession.Completion, _ path: String) -> Bool)?

    private init(
        _ name: String, _ response: CannedResponse?,
        isRight: (@Sendable (URLSession.Completion, String) -> Bool)?
    ) {
        self.name = name
        self.response = response
        self.isRight = isRight
    }

    /// A response of some text, or of one of several.
    private init(_ name: String, _ response: CannedResponse, texts: Set<String>) {
        self.init(name, response) { completion, path in
            completion.text.map(texts.contains) == true && completion.path == path
        }
    }

    /// A response of a text that the request's path is in.
    private init(echoing name: String, _ response: CannedResponse?) {
        self.init(name, response) { completion, path in
            completion.text == "\(name) \(path)" && completion.path == path
        }
    }

    /// A response that fails its request.
    private init(
        _ name: String, _ response: CannedResponse?,
        failing isRight: @escaping @Sendable (any Error, _ path: String) -> Bool
    ) {
        self.init(name, response) { completion, path in
            completion.response == nil && completion.error.map { isRight($0, path) } == true
        }
    }

    private init(_ name: String, _ response: CannedResponse?, code: URLError.Code) {
        self.init(name, response, failing: { error, _ in (error as? URLError)?.code == code })
    }

    /// The set that answers requests of this kind; `nil` where none does.
    var set: ResponseSet? {
        response.map { ResponseSet(name, on: .get("/\(name)/:number"), responses: [$0]) }
    }

    // MARK: All of them

    /// Every kind of response, with files in a folder and a real server's answers to `/live/`.
    static func all(in folder: ScratchFolder) throws -> [ResponseKind] {
        try folder.write("file", to: "file.txt")
        let file = CannedResponse("OK", file: "file.txt", in: .directory(folder.url))
        let long = CannedResponse("OK", text: String(repeating: "long ", count: 2_000))
        let soon = ResponseDelay.milliseconds(1)
        return [
            ResponseKind("plain", CannedResponse("OK", text: "plain"), texts: ["plain"]),
            ResponseKind("empty", CannedResponse("OK", status: 204), texts: [""]),
            ResponseKind(
                "delayed", CannedResponse("OK", text: "delayed", delay: soon), texts: ["delayed"]),
            ResponseKind(
                echoing: "handler",
                CannedResponse("OK") { CannedResponse(text: "handler \($0.url.path)") }),
            ResponseKind(
                echoing: "waiting",
                CannedResponse("OK") { request in
                    for _ in 0..<60 { await Task.yield() }
                    return CannedResponse(text: "waiting \(request.url.path)", delay: soon)
                }),
            ResponseKind(
                "throwing", CannedResponse("OK") { _ in throw URLError(.badServerResponse) },
                code: .badServerResponse),
            ResponseKind(
                "chunks",
                CannedResponse("OK", body: .chunks(["chu", "nk", "s"], every: .milliseconds(1))),
                texts: ["chunks"]),
            ResponseKind(
                "stream",
                CannedResponse(
                    "OK",
                    body: .stream {
                        AsyncStream { continuation in
                            for piece in ["str", "ea", "m"] { continuation.yield(Data(piece.utf8)) }
                            continuation.finish()
                        }
                    }), texts: ["stream"]),
            ResponseKind(
                "events",
                CannedResponse(
                    "OK", body: .events([.init("1"), .comment("2")], every: .milliseconds(1))),
                texts: ["data: 1\n\n: 2\n\n"]),
            ResponseKind("file", file, texts: ["file"]),
            ResponseKind("cut", long.failing(.networkConnectionLost), code: .networkConnectionLost),
            ResponseKind(
                "cut-later", long.failing(.cannotDecodeRawData, after: .bytes(100)),
                code: .cannotDecodeRawData),
            ResponseKind(
                "error", CannedResponse("OK", error: .notConnectedToInternet, delay: soon),
                code: .notConnectedToInternet),
            ResponseKind("never", .neverAnswers(), isRight: nil),
            ResponseKind("held", CannedResponse("OK", text: "held", delay: soon), texts: ["held"]),
            ResponseKind("redirect", CannedResponse("OK", redirect: "/redirected/1")) {
                completion, _ in
                completion.text == "redirected" && completion.path == "/redirected/1"
            },
            ResponseKind(
                "redirected", CannedResponse("OK", text: "redirected", delay: soon),
                texts: ["redirected"]
            ),
            ResponseKind(
                "sequence",
                .sequence("OK") {
                    CannedResponse(text: "first").times(2)
                    CannedResponse(text: "second", delay: soon)
                }, texts: ["first", "second"]),
            ResponseKind(
                "weighted",
                .weighted(
                    "OK", [(1, CannedResponse(text: "head")), (2, CannedResponse(text: "tail"))]),
                texts: ["head", "tail"]),
            ResponseKind("unmatched", nil) { error, path in
                let fault = BarricadeError(error)
                return fault?.code == .unmatchedRequest
                    && fault?.message.contains("\(path).\n") == true
            },
            ResponseKind(echoing: "live", .live()),
        ]
    }
}

extension URLSession.Completion {
    /// The path that the response is for.
    fileprivate var path: String? { response?.url?.path }
}
