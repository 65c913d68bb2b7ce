import Barricade
import Foundation
import Testing

@testable import TestSupport

/// What an app's loader makes of requests and replies on their way.
@Suite(.timeLimit(.minutes(10))) struct WireTests {
    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade(ResponseSet("Any", on: .any("/**")) { response })
    }

    /// The text and the status of the reply, or the code of the error.
    private func outcome(
        of response: CannedResponse, method: String = "GET"
    ) async throws -> String {
        var request = URLRequest(url: try URL(api))
        request.httpMethod = method
        let barricade = barricade(response)
        let (task, completions) = barricade.patientSession.task(with: request)
        task.resume()
        let completion = try #require(await completions.wait().first)
        withExtendedLifetime(barricade) {}
        if let code = completion.code { return "\(code.rawValue)" }
        return "\(completion.status ?? 0) \(completion.text ?? "")"
    }

    @Test func bodiesAreInflated() async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        let zlib = Data([0x78, 1, 1, 2, 0, 253, 255, 104, 105, 1, 0x3B, 0, 0xD2])
        let table: [(String, Data, String)] = [
            ("gzip", gzip, "200 hello"), ("X-GZip", gzip, "200 hello"), ("deflate", zlib, "200 hi"),
            ("br", Data("bytes".utf8), "200 bytes"), ("gzip", Data(), "200 "),
            ("gzip", Data("not gzip".utf8), "-1015"),
        ]
        for (coding, data, expected) in table {
            for body in [ResponseBody.data(data), .chunks([data.prefix(3), data.dropFirst(3)])] {
                let response = CannedResponse(
                    "R", headers: ["Content-Encoding": coding], body: body)
                #expect(try await outcome(of: response) == expected)
            }
        }
        let wrong = barricade(
            CannedResponse("R", headers: ["Content-Encoding": "gzip"], json: ["a": 1]))
        let error = try await wrong.session.failure(api)
        #expect(
            error.localizedDescription == """
                cannot decode raw data: the body is not valid gzip (byte 1). To fix: leave out \
                Content-Encoding: gzip, which is for compressed bytes.
                """)
    }

    @Test func anInflatedBodyComesInItsPieces() async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        let halves = ResponseBody.chunks([gzip.prefix(13), Data(), gzip.dropFirst(13)])
        let whole = CannedResponse("R", headers: ["Content-Encoding": "gzip"], body: halves)
        for (response, expected) in [
            (whole, ["response 200", "data he", "data llo", "completed"]),
            (
                whole.failing(.timedOut, after: .chunks(1)),
                ["response 200", "data he", "failed NSURLErrorDomain -1001"]
            ),
        ] {
            let barricade = barricade(response)
            let (session, delegate) = barricade.recordedSession()
            session.dataTask(with: try URL(api)).resume()
            #expect(await delegate.completion() == expected)
        }
    }

    @Test func aBodyInPiecesEndsAtItsLength() async throws {
        let barricade = barricade(
            CannedResponse(
                "R", headers: ["Content-Length": "4"], body: .chunks(["abc", "def", "ghi"])))
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try URL(api)).resume()
        #expect(
            await delegate.completion() == ["response 200", "data abc", "data d", "completed"])
    }

    @Test func theLengthIsKept() async throws {
        for (length, expected) in [
            ("5", "200 hello"), ("3", "200 hel"), ("0", "200 "), ("9", "-1005"), ("x", "200 hello"),
            ("-1", "200 hello"),
        ] {
            let response = CannedResponse("R", headers: ["Content-Length": length], text: "hello")
            #expect(try await outcome(of: response) == expected)
        }
    }

    @Test func thereIsNoBodyWhereHTTPHasNone() async throws {
        for (status, expected) in [(204, "204 "), (304, "304 "), (205, "205 text")] {
            let response = CannedResponse("R", status: HTTP.Status(status), text: "text")
            #expect(try await outcome(of: response) == expected)
        }
        // The head is all, so that nothing fails after it.
        let cut = CannedResponse("R", text: "text").failing(.timedOut, after: .bytes(2))
        #expect(try await outcome(of: cut, method: "HEAD") == "200 ")
        #expect(try await outcome(of: cut) == "-1001")
    }

    @Test func whatAnAppGetsOtherwiseIsNamedBeforehand() {
        let none = barricade(CannedResponse("R", status: 204, text: "text"))
        let length = barricade(CannedResponse("R", headers: ["Content-Length": "x"], text: "a"))
        let coding = barricade(
            CannedResponse("R", headers: ["Content-Encoding": "gzip"], text: "a"))
        let faults = [none, length, coding].flatMap { $0.validate() }.map {
            $0.message.replacing(#/^Response "R" of set "Any" \([^)]*\) /#, with: "")
        }
        #expect(
            faults == [
                """
                has a body of 4 bytes with status 204, so an app gets none of it. To fix: leave out \
                the body, or give it another status.
                """,
                """
                has Content-Length: x, which is not a number of bytes. To fix: leave it out, and the \
                size of the body is sent.
                """,
                """
                has Content-Encoding: gzip, but its body is not valid gzip (byte 1), so its requests \
                fail. To fix: leave out Content-Encoding, which is for compressed bytes.
                """,
            ])
    }

    @Test func aGETWithABodyFails() async throws {
        let barricade = barricade(CannedResponse("R"))
        let session = barricade.session
        for (method, body, expected) in [
            ("GET", "a", -1103), ("GET", "", 200), ("POST", "a", 200), ("DELETE", "a", 200),
        ] {
            var request = URLRequest(url: try URL(api))
            request.httpMethod = method
            request.httpBody = Data(body.utf8)
            let (task, completions) = session.task(with: request)
            task.resume()
            let completion = try #require(await completions.wait().first)
            #expect(completion.code?.rawValue ?? completion.status == expected)
        }
    }

    @Test func uploadsOfMissingFilesFail() async throws {
        let folder = try ScratchFolder()
        let barricade = barricade(CannedResponse("R"))
        let session = barricade.session
        var request = URLRequest(url: try URL(api))
        request.httpMethod = "PUT"
        for (file, code) in [
            (folder.file("missing"), URLError.fileDoesNotExist), (folder.url, .cancelled),
        ] {
            let error = await #expect(throws: URLError.self) {
                try await session.upload(for: request, fromFile: file)
            }
            #expect(error?.code == code)
        }
    }

    @Test func pathsAreMatchedAsTheyAreSent() async throws {
        let barricade = Barricade(ResponseSet("B", on: .get("/a/b")) { CannedResponse("R") })
        for path in ["/a/b", "/a/x/../b", "/./a/./b", "/../a/b", "/a/b/.", "/a/b/c/.."] {
            #expect(try await barricade.session.get(api + path).status == 200)
        }
        #expect(barricade.requests.last?.request.line == "GET /a/b/")
        let error = try await barricade.session.failure(api + "/a//b")
        let message = error.localizedDescription
        #expect(
            message.contains(
                """
                To fix:
                  write one slash: // in the path often comes from a base URL that ends with a slash
                """))
        // Also if the set wants what the loader adds.
        let form = ResponseSet("Form", on: .post("/f") && .header("Content-Length", "3")) {
            CannedResponse("R")
        }
        barricade.register(form)
        let posted = try URLRequest.posting("a=1", to: api + "//f")
        let refused = await #expect(throws: (any Error).self) {
            try await barricade.session.send(posted)
        }
        #expect(refused?.localizedDescription.contains("write one slash") == true)
        barricade.register(
            ResponseSet("Two", on: .get("/a//b")) { CannedResponse("Two", status: 201) })
        #expect(try await barricade.session.get(api + "/a//b").status == 201)
        #expect(try await barricade.session.get(api + "/a/b").status == 200)
    }

    @Test func requestsShowWhatTheLoaderAdds() async throws {
        let form = ResponseSet(
            "Form",
            on: .post("/f") && .header("Content-Type", .containing("urlencoded"))
                && .header("Authorization", "Basic YTpi") && .header("Content-Length", "3")
        ) { CannedResponse("R") }
        let barricade = Barricade(form)
        var request = URLRequest(url: try URL("https://a:b@api.example.com/f"))
        request.httpMethod = "POST"
        request.httpBody = Data("a=1".utf8)
        #expect(try await barricade.session.send(request).status == 200)
        let headers = barricade.requests.first?.request.headers.fields.map(\.name)
        #expect(headers == ["Authorization", "Content-Length", "Content-Type"])
    }

    @Test(
        arguments: [
            (200, "GET", 0), (404, "POST", 0), (205, "PUT", 0), (204, "DELETE", -1),
            (200, "HEAD", -1),
        ] as [(Int, String, Int64)])
    func noBodyHasTheLengthZero(status: Int, method: String, length: Int64) async throws {
        let barricade = barricade(CannedResponse("R", status: .init(status)))
        var request = URLRequest(url: try URL(api))
        request.httpMethod = method
        let (_, response) = try await barricade.session.data(for: request)
        #expect(response.expectedContentLength == length)
    }

    @Test(arguments: ["content-length", "Content-Length"])
    func theLengthOfABodyIsItsOwn(name: String) async throws {
        let counted = ResponseSet("Counted", on: .put("/f") && .header("Content-Length", "5")) {
            CannedResponse("R")
        }
        let barricade = Barricade(counted)
        var request = URLRequest(url: try URL("https://api.example.com/f"))
        request.httpMethod = "PUT"
        request.setValue("200", forHTTPHeaderField: name)
        let hello = Data("hello".utf8)
        let (_, response) = try await barricade.session.upload(for: request, from: hello)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        request.httpBody = hello
        #expect(try await barricade.session.send(request).status == 200)
        let sent = barricade.requests.map { $0.request.headers.values(of: "Content-Length") }
        #expect(sent == [["5"], ["5"]])
    }

    #if !canImport(Darwin)
    @Test func anUploadFromAStreamHasTheLengthThatTheAppSets() async throws {
        let barricade = Barricade(ResponseSet("Any", on: .any) { CannedResponse("R") })
        let (session, delegate) = barricade.recordedSession()
        var request: URLRequest = try .posting(nil)
        session.uploadTask(withStreamedRequest: request).resume()
        request.setValue("8", forHTTPHeaderField: "Content-Length")
        session.uploadTask(withStreamedRequest: request).resume()
        session.finishTasksAndInvalidate()
        _ = await delegate.invalidation()
        let sent = barricade.requests.map(\.request.headers)
        #expect(sent.map { $0.values(of: "Content-Length") } == [[], ["8"]])
        // As Linux's loader has it.
        #expect(Set(sent.map { $0["Content-Type"] }) == ["application/x-www-form-urlencoded"])
    }
    #endif

    /// Starts and cancels a task, outside of Swift's; returns whether both took less time than any
    /// server needs.
    private func cancelAtOnce(_ task: URLSessionTask) async -> Bool {
        await onOwnThread {
            let start = ContinuousClock.now
            task.resume()
            task.cancel()
            return start.duration(to: .now) < .milliseconds(1)
        }
    }

    @Test(arguments: [nil, Data("body".utf8)]) func aTaskThatIsCancelledAtOnceGetsNothing(
        upload: Data?
    ) async throws {
        let barricade = barricade(CannedResponse("R", text: "text"))
        var request = URLRequest(url: try URL(api))
        if upload != nil { request.httpMethod = "POST" }
        var quick = 0
        while quick < 20 {
            let (session, delegate) = barricade.recordedSession()
            let (task, completions) = barricade.patientSession.task(
                with: request, uploading: upload)
            let isQuick = await cancelAtOnce(task)
            let code = await completions.wait().first?.code
            let toldTask: URLSessionDataTask =
                if let upload {
                    session.uploadTask(with: request, from: upload)
                } else {
                    session.dataTask(with: request)
                }
            let isToldQuickly = await cancelAtOnce(toldTask)
            let told = await delegate.completion()
            guard isQuick, isToldQuickly else { continue }
            #expect(code == .cancelled)
            #expect(told == ["failed NSURLErrorDomain -999"])
            quick += 1
        }
    }

    @Test func aTaskThatIsCancelledBeforeItsStartIsNotInTheLog() async throws {
        let barricade = barricade(CannedResponse("R"))
        let (task, completions) = try barricade.patientSession.task(api)
        task.cancel()
        task.resume()
        await completions.expectFailure(.cancelled)
        _ = try await barricade.session.get("\(api)/next")
        #expect(barricade.requests.map(\.request.line) == ["GET /next"])
    }

    @Test func errorsHaveTheURLAndASentence() async throws {
        let barricade = barricade(CannedResponse("R", error: .cannotConnectToHost))
        let error = try await barricade.session.failure("\(api)/a") as NSError
        #expect(error.localizedDescription == "Could not connect to the server.")
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == URL(string: "\(api)/a"))
        #expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == "\(api)/a")
        for (name, code) in URLError.Code.named {
            let failing = self.barricade(CannedResponse("R", error: code))
            let error = try await failing.session.failure("\(api)/a") as NSError
            #expect(error.userInfo[NSLocalizedDescriptionKey] != nil, "\(name)")
        }
    }

    @Test func valuesHaveNoBlanksAroundThem() async throws {
        let response = CannedResponse("R", headers: ["X-A": " a\t", "X-B": "b  c", "X-C": " "])
        let barricade = barricade(response)
        let head = try await barricade.session.get(api).response
        #expect(
            ["X-A", "X-B", "X-C"].map { head.value(forHTTPHeaderField: $0) } == ["a", "b  c", ""])
    }

    @Test func aFieldThatRepeatsKeepsItsEmptyValues() async throws {
        for name in ["ETag", "Link", "X-A"] {
            let fields = HTTP.Headers(["a", "b", " "].map { .init(name, $0) })
            let barricade = barricade(CannedResponse("R", headers: fields, text: "text"))
            let head = try await barricade.session.get(api).response
            #expect(head.value(forHTTPHeaderField: name) == "a, b, ")
        }
    }

    @Test func bodiesNeedNoContentType() async throws {
        let bodies: [ResponseBody] = [
            .data(Data([1]), contentType: nil), .text("a", contentType: nil),
            .chunks(["a"], contentType: nil),
        ]
        for body in bodies {
            let barricade = barricade(CannedResponse("R", body: body))
            let head = try await barricade.session.get(api).response
            #expect(head.value(forHTTPHeaderField: "Content-Type") == nil)
        }
    }

    @Test func aServersRedirectThatLeadsNowhereIsAResponse() async throws {
        for status in [301, 302, 303, 307, 308, 305] {
            let server = try LocalServer { _ in .text("moved", status: status) }
            let live = Barricade(ResponseSet("Live", on: .any("/**")) { CannedResponse.live() })
            let hosts = Barricade { $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"]) }
            for barricade in [live, hosts] {
                let url = try server.url("/a").absoluteString
                #expect(try await barricade.session.get(url).status == status)
            }
        }
    }
}
