import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RedirectionTests {
    static let statuses: [HTTP.Status] = [301, 302, 303, 307, 308]

    @Test(arguments: statuses) func leadsToAnotherSet(_ status: HTTP.Status) async throws {
        let server = try LocalServer()
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "/to", status: status)
            },
            ResponseSet("To", on: .get("/to")) { CannedResponse("OK", text: "arrived") })
        let answer = try await barricade.session.get("\(server.url("/from"))")
        #expect(answer.text == "arrived")
        #expect(answer.status == 200)
        #expect(answer.response.url == (try server.url("/to")))
        let completion = try await barricade.session.complete("\(server.url("/from"))")
        #expect(completion.text == "arrived")
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test func anUnmatchedTargetFails() async throws {
        let server = try LocalServer()
        let target = try server.url("/to")
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "\(target)")
            })
        let error = try await barricade.session.failure("\(api)/from")
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
        #expect(error.localizedDescription.contains("\(target)"))
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test func aTargetThatMayPassThroughIsAsked() async throws {
        let server = try LocalServer()
        let barricade = try leading(to: server)
        let answer = try await barricade.session.get("\(api)/from")
        #expect(answer.text == "live /to")
        #expect(answer.response.url == (try server.url("/to")))
        let completion = try await barricade.session.complete("\(api)/from")
        #expect(completion.text == "live /to")
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try #require(URL(string: "\(api)/from"))).resume()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation().filter { !$0.hasPrefix("redirect") }
        #expect(names == ["response 200", "data live /to", "completed", "invalid"])
        #expect(server.requests.map(\.target) == ["/to", "/to", "/to"])
    }

    @Test func aBodyInPiecesFromTheServerIsComplete() async throws {
        let server = try LocalServer { _ in
            .init(body: Data("first".utf8), heldBody: Data("second".utf8))
        }
        let barricade = try leading(to: server)
        let (task, completions) = barricade.session.task(
            with: URLRequest(url: try #require(URL(string: "\(api)/from"))))
        task.resume()
        await server.requestArrival()
        server.release()
        #expect(await completions.wait().first?.text == "firstsecond")
    }

    @Test func aLargeBodyFromTheServerIsComplete() async throws {
        let body = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = try LocalServer { _ in .init(body: body) }
        let barricade = try leading(to: server)
        let url = try #require(URL(string: "\(api)/from"))
        let (data, _) = try await barricade.session.data(from: url)
        #expect(data == body)
    }

    @Test func aChallengeFromTheServerIsGivenAsItIs() async throws {
        let server = try LocalServer { _ in
            .init(
                status: 401, headers: [("WWW-Authenticate", #"Basic realm="api""#)],
                body: Data("who?".utf8))
        }
        let barricade = try leading(to: server)
        let answer = try await barricade.session.get("\(api)/from")
        #expect(answer.status == 401)
        #expect(answer.text == "who?")
    }

    @Test func aRefusedConnectionFails() async throws {
        let server = try LocalServer.refusing()
        let barricade = try leading(to: server)
        let error = try await barricade.session.failure("\(api)/from")
        #expect((error as? URLError)?.code == .cannotConnectToHost)
    }

    @Test func cancellingEndsTheLiveRequestToo() async throws {
        let server = try LocalServer { _ in
            .init(body: Data("first".utf8), heldBody: Data("second".utf8))
        }
        let barricade = try leading(to: server)
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        await server.requestArrival()
        task.cancel()
        #expect(await completions.wait().first?.code == .cancelled)
        await server.connectionLoss()
    }

    @Test func suspensionHoldsTheLiveRequestToo() async throws {
        for _ in 0..<10 {
            let server = try LocalServer { _ in .init(heldBody: Data("live".utf8)) }
            let barricade = try leading(to: server)
            let (task, completions) = try barricade.session.task("\(api)/from")
            task.resume()
            task.suspend()
            task.resume()
            task.resume()
            server.release()
            #expect(await completions.wait().first?.text == "live")
            #expect(server.requests.count == 1)
        }
    }

    @Test func twentyRedirectsAreFollowed() async throws {
        let barricade = Barricade(chain(of: 20))
        #expect(try await barricade.session.get("\(api)/0").text == "arrived")
    }

    @Test func twentyOneRedirectsAreTooMany() async throws {
        let barricade = Barricade(chain(of: 21))
        let error = try await barricade.session.failure("\(api)/0")
        #expect((error as? URLError)?.code == .httpTooManyRedirects)
        #expect((error as? URLError)?.failingURL?.absoluteString == "\(api)/21")
    }

    @Test func aLoopEnds() async throws {
        let barricade = Barricade(
            ResponseSet("Loop", on: .get("/loop")) { CannedResponse("Again", redirect: "/loop") })
        let error = try await barricade.session.failure("\(api)/loop")
        #expect((error as? URLError)?.code == .httpTooManyRedirects)
    }

    /// What each method becomes, in the order of the statuses.
    static let methods = [
        "GET": ["GET", "GET", "GET", "GET", "GET"],
        "HEAD": ["HEAD", "HEAD", "HEAD", "HEAD", "HEAD"],
        "POST": ["GET", "GET", "GET", "POST", "POST"],
        "PUT": ["PUT", "PUT", "GET", "PUT", "PUT"],
        "PATCH": ["PATCH", "PATCH", "GET", "PATCH", "PATCH"],
        "DELETE": ["DELETE", "DELETE", "GET", "DELETE", "DELETE"],
    ]

    @Test(arguments: methods.keys.sorted(), statuses) func methodAndBodyFollowTheStatus(
        _ method: String, _ status: HTTP.Status
    ) async throws {
        let index = try #require(Self.statuses.firstIndex(of: status))
        let expected = try #require(Self.methods[method])[index]
        let barricade = Barricade(
            ResponseSet("From", on: .any("/from")) {
                CannedResponse("Redirect", redirect: "/to", status: status)
            },
            ResponseSet("To", on: .any("/to")) { CannedResponse("OK", text: "arrived") })
        let hasBody = method != "GET" && method != "HEAD"
        var request = URLRequest(url: try #require(URL(string: "\(api)/from")))
        request.httpMethod = method
        request.setValue("de", forHTTPHeaderField: "Accept-Language")
        if hasBody {
            request.httpBody = Data("a=1".utf8)
            request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            request.setValue("de", forHTTPHeaderField: "Content-Language")
        }
        let answer = try await barricade.session.send(request)
        #expect(answer.status == 200)
        let arrived = try #require(barricade.requests(for: "To").first?.request)
        #expect(arrived.method.rawValue == expected)
        let keepsBody = hasBody && method == expected
        #expect(
            arrived.body.data.map { String(decoding: $0, as: UTF8.self) }
                == (keepsBody ? "a=1" : nil))
        #expect(arrived.headers["Content-Type"] == (keepsBody ? "text/plain" : nil))
        #expect(arrived.headers["Content-Language"] == (keepsBody ? "de" : nil))
        #expect(arrived.headers["Accept-Language"] == "de")
    }

    @Test(arguments: [201, 300, 304, 305, 306] as [HTTP.Status])
    func otherStatusesAreResponses(_ status: HTTP.Status) async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Elsewhere", status: status, headers: ["Location": "/to"])
            })
        #expect(try await barricade.session.get("\(api)/from").status == status.rawValue)
        #expect(barricade.requests.map(\.outcome) == [.answered(status)])
    }

    static let locations = [
        ("/to", "https://api.example.com/to#part"),
        ("//other.example.com/x", "https://other.example.com/x#part"),
        ("?q=2", "https://api.example.com/a/b?q=2#part"),
        ("../x", "https://api.example.com/x#part"),
        ("c", "https://api.example.com/a/c#part"),
        ("/to#own", "https://api.example.com/to#own"),
        (" /to ", "https://api.example.com/to#part"),
        ("/a b", "https://api.example.com/a%20b#part"),
        ("http://api.example.com:8080/to", "http://api.example.com:8080/to#part"),
        ("myapp://callback?code=1", "myapp://callback?code=1#part"),
        ("http://other.example.com/../z", "http://other.example.com/z#part"),
        ("/b/../c/./d/..?e=/../f#g/../h", "https://api.example.com/c/?e=/../f#g/../h"),
    ]

    /// The examples of RFC 3986, section 5.4, but the empty one, which leads nowhere here.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"), ("http://k/../z", "http://k/z"),
        ("http://k/a//../b/%2E%2E/c", "http://k/a/b/%2E%2E/c"),
    ])
    func aLocationIsResolvedByItsRFC(_ location: String, _ target: String) throws {
        let base = try #require(URL(string: "http://a/b/c/d;p?q"))
        #expect(Location(location).url(from: base)?.absoluteString == target)
    }

    @Test(arguments: locations) func aLocationIsRelativeToTheRequest(
        _ location: String, _ target: String
    ) async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/a/b") && .query("x", "1")) {
                CannedResponse("Redirect", redirect: location)
            },
            ResponseSet("Rest", on: .method(.get)) { CannedResponse("OK", text: "arrived") })
        #expect(barricade.validate() == [])
        let answer = try await barricade.session.get("\(api)/a/b?x=1#part")
        #expect(answer.text == "arrived")
        #expect(answer.response.url?.absoluteString == target)
        #expect(try barricade.requests(for: "Rest").map(\.request.url.absoluteString) == [target])
    }

    static let unreadable = ["http://[", "", " ", "http://a b/", "1http://x"]

    @Test(arguments: unreadable) func anUnreadableLocationIsAResponse(
        _ location: String
    ) async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse(
                    "Nowhere", status: 302, headers: ["Location": location], text: "where?")
            })
        #expect(barricade.validate() == [])
        let answer = try await barricade.session.get("\(api)/from")
        #expect(answer.status == 302)
        #expect(answer.text == "where?")
    }

    @Test(arguments: unreadable) func aRedirectThatCanLeadNowhereIsAFault(
        _ location: String
    ) async throws {
        let shown = location.trimmingCharacters(in: .whitespaces)
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from"), line: 7) {
                CannedResponse("Nowhere", redirect: location)
                CannedResponse("Made") { _ in CannedResponse(redirect: location) }
            })
        func text(_ name: String) -> String {
            """
            Response "\(name)" of set "From" (RedirectionTests.swift:7) cannot be sent: it redirects \
            to "\(shown)", which is not a URL.
            """
        }
        #expect(barricade.validate().map(\.message) == [text("Nowhere")])
        for name in ["Nowhere", "Made"] {
            try barricade.select(name, for: "From")
            let error = try await barricade.session.failure("\(api)/from")
            #expect(BarricadeError(error)?.code == .invalidDefinition)
            #expect(error.localizedDescription == text(name))
        }
    }

    @Test func aFaultMasksTheSecretsOfItsLocation() {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Nowhere", redirect: "http://[?token=hunter2")
            })
        #expect(barricade.validate().map { $0.message.contains("hunter2") } == [false])
    }

    @Test func aRedirectMayLeadToAnotherResponseOfItsSet() async throws {
        let barricade = Barricade(
            ResponseSet("Page", on: .get("/page")) {
                CannedResponse.sequence("Once moved") {
                    CannedResponse(redirect: "/page")
                    CannedResponse(text: "arrived")
                }
            })
        #expect(try await barricade.session.get("\(api)/page").text == "arrived")
        #expect(barricade.requests.map(\.set) == ["Page", "Page"])
    }

    @Test func aSetThatIsLiveIsAskedByTheRedirect() async throws {
        let server = try LocalServer()
        let target = try server.url("/to")
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "\(target)")
            },
            ResponseSet("To", on: .get("/to")) { CannedResponse("Canned", text: "canned") })
        #expect(try await barricade.session.get("\(api)/from").text == "canned")
        try barricade.setMode(.live, for: "To")
        let answer = try await barricade.session.get("\(api)/from")
        #expect(answer.text == "live /to")
        #expect(answer.response.url == target)
    }

    @Test func whatIsSaidOfABodyDoesNotFollowWithoutIt() async throws {
        let barricade = Barricade(
            ResponseSet("See", on: .post("/see")) {
                CannedResponse("Redirect", redirect: "/to", status: 303)
            },
            ResponseSet("Keep", on: .post("/keep")) {
                CannedResponse("Redirect", redirect: "/to", status: 307)
            },
            ResponseSet("To", on: .any("/to")) { CannedResponse("OK") })
        let ofBody = [
            "Content-Type": "text/plain", "content-encoding": "x", "Content-Disposition": "inline",
            "Content-MD5": "eA==", "CONTENT-Digest": "sha-256=:eA==:", "Transfer-Encoding": "x",
        ]
        let others = ["X-Content-Type": "a", "Contents": "b", "Accept": "c"]
        for path in ["/see", "/keep"] {
            var request = URLRequest(url: try #require(URL(string: "\(api)\(path)")))
            request.httpMethod = "POST"
            request.httpBody = Data("body".utf8)
            request.allHTTPHeaderFields = ofBody.merging(others) { first, _ in first }
            _ = try await barricade.session.data(for: request)
        }
        let arrived = try barricade.requests(for: "To").map(\.request.headers)
        #expect(arrived.map { arrived in ofBody.keys.count { arrived[$0] != nil } } == [0, 6])
        #expect(arrived.map { arrived in others.keys.count { arrived[$0] != nil } } == [3, 3])
    }

    @Test(arguments: ["/to", "https://other.example.com/to", "http://api.example.com/to"])
    func credentialsStayWithTheirOrigin(_ location: String) async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: location)
            },
            ResponseSet("To", on: .get("/to")) { CannedResponse("OK") })
        let credentials = [
            "Authorization": "a", "proxy-authorization": "b", "Cookie": "c=d", "Host": "e",
        ]
        _ = try await barricade.session.get(
            "\(api)/from", headers: credentials.merging(["X-App": "1"]) { first, _ in first })
        let headers = try #require(barricade.requests(for: "To").first?.request.headers)
        let isOrigin = location.hasPrefix("/")
        #expect(credentials.keys.count { headers[$0] != nil } == (isOrigin ? 4 : 0))
        #expect(headers["X-App"] == "1")
    }

    @Test func secretsDoNotFollowToAnotherOrigin() async throws {
        let server = try LocalServer { .text($0.headers["authorization"] ?? "none") }
        let barricade = try leading(to: server)
        let answer = try await barricade.session.get(
            "\(api)/from", headers: ["Authorization": "Bearer secret"])
        #expect(answer.text == "none")
    }

    @Test func headersOfTheSessionStayWithTheirOriginToo() async throws {
        let server = try LocalServer {
            .text("\($0.headers["authorization"] ?? "none") \($0.headers["x-app"] ?? "none")")
        }
        let target = try server.url("/live")
        let barricade = Barricade(
            ResponseSet("Live", on: .get("/from/live")) {
                CannedResponse("Redirect", redirect: "\(target)")
            },
            ResponseSet("Away", on: .get("/from/away")) {
                CannedResponse("Redirect", redirect: "https://other.example.com/to")
            },
            ResponseSet("Near", on: .get("/from/near")) {
                CannedResponse("Redirect", redirect: "/to")
            }, ResponseSet("To", on: .get("/to")) { CannedResponse("OK") }
        ) {
            $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"])
        }
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer secret", "X-App": "1"]
        let session = URLSession(configuration: configuration)
        #expect(try await session.get("\(api)/from/live").text == "none 1")
        _ = try await session.get("\(api)/from/away")
        _ = try await session.get("\(api)/from/near")
        let arrived = try barricade.requests(for: "To").map(\.request.headers)
        #expect(arrived.map { $0["Authorization"] } == [nil, "Bearer secret"])
        #expect(arrived.map { $0["X-App"] } == ["1", "1"])
    }

    @Test func theBodyFollowsToTheServer() async throws {
        let server = try LocalServer { .text("\($0.method) \($0.body.count)") }
        let barricade = try leading(to: server, status: 307)
        var request = URLRequest(url: try #require(URL(string: "\(api)/from")))
        request.httpMethod = "POST"
        let (uploaded, _) = try await barricade.session.upload(
            for: request, from: Data("uploaded".utf8))
        #expect(String(decoding: uploaded, as: UTF8.self) == "POST 8")
        request.httpBody = Data("body".utf8)
        #expect(try await barricade.session.send(request).text == "POST 4")
    }

    @Test func aRedirectWithoutLocationIsAResponse() async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Nowhere", status: 302, text: "where?")
            })
        let answer = try await barricade.session.get("\(api)/from")
        #expect(answer.status == 302)
        #expect(answer.text == "where?")
    }

    @Test func aDelayedRedirectIsFollowed() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "/to", delay: .seconds(1))
            },
            ResponseSet("To", on: .get("/to")) {
                CannedResponse("OK", text: "arrived", delay: .seconds(2))
            }
        ) {
            $0.clock = clock
        }
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        #expect(completions.all.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(await completions.wait().first?.text == "arrived")
    }

    private func leading(to server: LocalServer, status: HTTP.Status = 302) throws -> Barricade {
        let target = try server.url("/to")
        return Barricade(
            ResponseSet("From", on: .any("/from")) {
                CannedResponse("Redirect", redirect: "\(target)", status: status)
            }
        ) {
            $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"])
        }
    }

    private func chain(of count: Int) -> [ResponseSet] {
        (0..<count).map { index in
            ResponseSet("\(index)", on: .get("/\(index)")) {
                CannedResponse("Next", redirect: "/\(index + 1)")
            }
        } + [ResponseSet("End", on: .get("/\(count)")) { CannedResponse("OK", text: "arrived") }]
    }
}
