import Barricade
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct RedirectionTests {
    static let statuses: [HTTPStatus] = [301, 302, 303, 307, 308]

    @Test(arguments: statuses) func leadsToAnotherSet(_ status: HTTPStatus) async throws {
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
        let server = try LocalServer()
        let barricade = try leading(to: server)
        server.close()
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
    }

    @Test func aLoopEnds() async throws {
        let barricade = Barricade(
            ResponseSet("Loop", on: .get("/loop")) { CannedResponse("Again", redirect: "/loop") })
        let error = try await barricade.session.failure("\(api)/loop")
        #expect((error as? URLError)?.code == .httpTooManyRedirects)
    }

    static let methods: [(HTTPStatus, String, String)] = [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
        (308, "POST", "POST"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (303, "PUT", "GET"),
        (303, "HEAD", "HEAD"), (302, "GET", "GET"),
    ]

    @Test(arguments: methods) func theMethodFollowsTheStatus(
        _ status: HTTPStatus, _ method: String, _ expected: String
    ) async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .any("/from")) {
                CannedResponse("Redirect", redirect: "/to", status: status)
            },
            ResponseSet("To", on: .any("/to") && .method(HTTPMethod(rawValue: expected))) {
                CannedResponse("OK", headers: ["X-Arrived": "yes"])
            })
        let answer = try await barricade.session.get("\(api)/from", method: method)
        #expect(answer.response.value(forHTTPHeaderField: "X-Arrived") == "yes")
    }

    @Test func secretsDoNotFollowToAnotherOrigin() async throws {
        let server = try LocalServer { .text($0.headers["authorization"] ?? "none") }
        let barricade = try leading(to: server)
        let answer = try await barricade.session.get(
            "\(api)/from", headers: ["Authorization": "Bearer secret"])
        #expect(answer.text == "none")
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
        let clock = ManualClock()
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "/to", delay: .seconds(1))
            },
            ResponseSet("To", on: .get("/to")) {
                CannedResponse("OK", text: "arrived", delay: .seconds(2))
            }, clock: clock)
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        #expect(completions.all.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(await completions.wait().first?.text == "arrived")
    }

    private func leading(to server: LocalServer, status: HTTPStatus = 302) throws -> Barricade {
        let target = try server.url("/to")
        return Barricade(
            ResponseSet("From", on: .any("/from")) {
                CannedResponse("Redirect", redirect: "\(target)", status: status)
            }, unmatchedPolicy: .passThrough(hosts: ["127.0.0.1"]))
    }

    private func chain(of count: Int) -> [ResponseSet] {
        (0..<count).map { index in
            ResponseSet("\(index)", on: .get("/\(index)")) {
                CannedResponse("Next", redirect: "/\(index + 1)")
            }
        } + [ResponseSet("End", on: .get("/\(count)")) { CannedResponse("OK", text: "arrived") }]
    }
}
