import Barricade
import Testing

@testable import TestSupport

/// Inputs that are far longer than usual cost time in proportion to their length.
@Suite(.timeLimit(.minutes(10)), .serialized) struct LongInputTests {
    /// What is in proportion takes as long in one piece as in ten, what goes with the square of the
    /// length ten times as long.
    private let limit = 4.0

    /// Returns how many times longer one long run takes than ten runs with a tenth of it each.
    ///
    /// Both are about the same work, so that a busy machine slows both alike. It is the least of
    /// some rounds, since what else the machine does only adds, and run again while it is too much.
    private func growth(
        from size: Int, _ run: (Int) async throws -> Void
    ) async throws -> Double {
        let clock = ContinuousClock()
        var (small, large) = (Duration.seconds(1_000), Duration.seconds(1_000))
        for round in 1...30 where round <= 2 || large / small >= limit {
            small = min(
                small, try await clock.measure { for _ in 0..<10 { try await run(size) } })
            large = min(large, try await clock.measure { try await run(size * 10) })
        }
        return large / small
    }

    /// What is long: reads what has so many pieces, and tells whether that went well.
    struct Input: Sendable, CustomTestStringConvertible {
        typealias Run = @Sendable (_ count: Int) async throws -> Bool

        let testDescription: String
        /// As few as ten times as many show the square in.
        let size: Int
        let makeRun: @Sendable () throws -> Run

        init(_ name: String, from size: Int, makeRun: @escaping @Sendable () throws -> Run) {
            (testDescription, self.size, self.makeRun) = (name, size, makeRun)
        }
    }

    @Test(arguments: messages + paths + bodies)
    func costsTimeInProportionToItsLength(_ input: Input) async throws {
        let run = try input.makeRun()
        let growth = try await growth(from: input.size) { count in
            if try await !run(count) { Issue.record("\(count) pieces are read wrongly.") }
        }
        #expect(growth < limit)
    }

    private static func names(_ count: Int) -> [String] { (0..<count).map { "X-Field-\($0)" } }

    private static let messages = [
        Input("fields of a response", from: 200) {
            { count in
                let names = names(count)
                let found = try await response(with: names, field: names[count - 1])
                return found == "\(count - 1)"
            }
        },
        Input("fields of one name", from: 200) {
            { count in
                let names = [String](repeating: "X-Field", count: count)
                let found = try await response(with: names, field: "X-Field")
                return found == (0..<count).map { "\($0)" }.joined(separator: ", ")
            }
        },
        Input("fields of a request", from: 500) {
            let others = (0..<10).map { "X-Other-\($0)" }
            let barricade = Barricade(
                (others + ["x-field-7"]).map { name in
                    ResponseSet(name, on: .header(name)) { CannedResponse("OK", text: name) }
                })
            return loading(from: barricade) { session, count in
                var request = URLRequest(url: try URL(api))
                request.allHTTPHeaderFields = Dictionary(
                    uniqueKeysWithValues: names(count).map { ($0, "value") })
                return try await session.send(request).text == "x-field-7"
            }
        },
    ]

    private static func loading(
        from barricade: Barricade,
        _ run: @escaping @Sendable (URLSession, _ count: Int) async throws -> Bool
    ) -> Input.Run {
        let session = barricade.patientSession
        return { count in
            defer { withExtendedLifetime(barricade) {} }
            return try await run(session, count)
        }
    }

    /// Returns a field of a response that has numbers under these names.
    private static func response(with names: [String], field: String) async throws -> String? {
        let fields = zip(names, 0...).map { HTTP.Headers.Field($0, "\($1)") }
        let barricade = Barricade(
            ResponseSet("Set", on: .any) { CannedResponse("OK", headers: HTTP.Headers(fields)) })
        let answer = try await barricade.patientSession.get(api)
        return answer.response.value(forHTTPHeaderField: field.lowercased())
    }

    private static let paths =
        ["/**", "/**/a/**/b", "/**/a/a/:id/*/b", "/a/**/:id/b/**"].map { pattern in
            Input("segments for \(pattern)", from: 300) {
                let barricade = Barricade(
                    ResponseSet("Set", on: .get(pattern)) { CannedResponse("OK") },
                    ResponseSet("Rest", on: .any) { CannedResponse("OK") })
                return loading(from: barricade) { session, count in
                    try await session.get(api + String(repeating: "/a", count: count)).status == 200
                }
            }
        } + [
            Input("a path that no set matches", from: 2_500) {
                let barricade = Barricade(
                    ResponseSet("Set", on: .get("/**/a/b")) { CannedResponse("OK") },
                    ResponseSet("Page", on: .get("/page")) { CannedResponse("OK") })
                return loading(from: barricade) { session, count in
                    let error = try await session.failure(
                        api + String(repeating: "/a", count: count))
                    let text = error.localizedDescription
                    return text.hasPrefix("No response set matches") && text.count < 3_000
                }
            },
            Input("sets that might have matched", from: 75) {
                { count in
                    let barricade = Barricade(
                        (0..<count).map { index in
                            let path = "/group\(index / 10)/item\(index)/:id"
                            return ResponseSet("\(index)", on: .get(path)) { CannedResponse("OK") }
                        })
                    let error = try await barricade.patientSession.failure(
                        "\(api)/grup7/item71/x/y")
                    return error.localizedDescription.contains("Nearest:\n  \"71\"")
                }
            },
            Input("items of a query", from: 150) {
                { count in
                    let query = String(repeating: "item=a&", count: count)
                    let request = try BarricadeRequest.line("/?\(query)last=%41&token=x")
                    return request.query.count == count + 2
                        && !"\(request)".contains("token=x")
                }
            },
        ]

    private static let bodies = [
        Input("fields of a form", from: 150) {
            { count in
                let text = String(repeating: "field=a+value%20&", count: count) + "last=%41"
                let request = try BarricadeRequest.posting(text)
                return try request.form.count == count + 1
                    && RequestMatcher.form("last", "A").matches(request)
            }
        },
        Input("parts of a multipart body", from: 150) {
            { count in
                let start = "--Bx\r\nContent-Disposition: form-data; name="
                let text = String(repeating: "\(start)a\r\n\r\nv\r\n", count: count)
                let parts = try multipart("\(text)\(start)z\r\n\r\nv")
                return parts.count == count + 1 && parts.last?.name == "z"
            }
        },
        Input("lines like a boundary", from: 300) {
            { count in
                let lines = String(repeating: "\r\n--B", count: count)
                return try multipart("--Bx\r\n\r\n\(lines)").first?.text == lines
            }
        },
        Input("values of JSON", from: 200) {
            { count in
                let text = "[" + String(repeating: "{\"a\":1},", count: count) + "\"\"]"
                return try BarricadeRequest.posting(text).json().array?.count == count + 1
            }
        },
        Input("elements in any order", from: 100) {
            { count in
                let numbers = (0..<count).map { JSONValue.integer($0) }
                let request = try BarricadeRequest.posting("\(JSONValue.array(numbers.reversed()))")
                return RequestMatcher.json(.array(numbers), arrays: .any).matches(request)
            }
        },
        Input("a GraphQL document", from: 600) {
            { count in
                let fields = String(repeating: " { a }", count: count)
                let document = "fragment F on A {\(fields) } query GetCart { a }"
                let request = try BarricadeRequest.posting(document, as: "application/graphql")
                return RequestMatcher.graphQL("GetCart").matches(request)
            }
        },
    ]

    private static func multipart(_ text: String) throws -> [HTTP.MultipartPart] {
        try BarricadeRequest.posting(
            "\(text)\r\n--Bx--", as: "multipart/form-data; boundary=Bx"
        ).multipart
    }
}
