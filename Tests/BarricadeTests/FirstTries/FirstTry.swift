/// A line that somebody writes who has read only the README, and what the compiler says of it.
struct FirstTry: Sendable {
    let code: String
    /// The errors, sorted; empty if it compiles.
    let errors: [String]

    init(_ code: String, says errors: String...) {
        self.code = code
        self.errors = errors.sorted()
    }

    /// What stands around a try, in files of its own.
    static let context = """
        \(imports)
        struct Book: Codable { var title: String }
        let login = ResponseSet("Login", on: .post("/login")) { CannedResponse("Success") }
        struct Given {
            let barricade: Barricade, gate: HeldRequests, session: URLSession
            let name: String, count: Int, price: Decimal, date: Date, url: URL, id: UUID, data: Data
            let headers: [String: String], book: Book, books: [Book]
            let request: BarricadeRequest, logged: LoggedRequest, http: HTTPURLResponse
            let configuration: URLSessionConfiguration
        }
        """

    /// Returns its file.
    func file(number: Int) -> String {
        code.hasPrefix("@")
            ? "\(Self.imports)\nstruct Try\(number) { \(code) func test() {} }"
            : "\(Self.imports)\nextension Given { func try\(number)() async throws {\n\(code)\n} }"
    }

    private static let imports = """
        import Barricade
        import BarricadeTesting
        import Foundation
        import FoundationNetworking
        import Testing
        """
}
