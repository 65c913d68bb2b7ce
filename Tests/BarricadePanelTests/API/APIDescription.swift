import Barricade
import Testing

@testable import TestSupport

/// `openapi.json`, read for tests.
struct APIDescription: Sendable {
    /// A method and a path, and one status with which it may be answered.
    struct Answer: Sendable, CustomTestStringConvertible {
        let operation: String
        let method: String
        let path: String
        let status: Int
        let response: JSONValue

        var testDescription: String { "\(method) \(path) \(status)" }
    }

    private let document: JSONValue
    private let schemas: JSONValue
    let answers: [Answer]

    static let own = APIDescription()

    private init() {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/BarricadePanel/API/openapi.json")
        let data = (try? Data(contentsOf: file)) ?? Data("{}".utf8)
        let document = (try? JSONReader.read(data)) ?? [:]
        self.document = document
        schemas = Self.renamed(document["components"]?["schemas"] ?? [:])
        var answers: [Answer] = []
        for (path, methods) in document["paths"]?.object ?? [:] {
            for (method, operation) in methods.object ?? [:] {
                for (status, response) in operation["responses"]?.object ?? [:] {
                    answers.append(
                        Answer(
                            operation: operation["operationId"]?.string ?? "",
                            method: method.uppercased(), path: path, status: Int(status) ?? 0,
                            response: Self.resolved(response, in: document)))
                }
            }
        }
        self.answers = answers.sorted { $0.testDescription < $1.testDescription }
    }

    private static func resolved(_ value: JSONValue, in document: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        return reference.components(separatedBy: "/").dropFirst()
            .reduce(document) { $0[$1] ?? .null }
    }

    /// The paths, each with its methods.
    var operations: Set<String> { Set(answers.map { "\($0.method) \($0.path)" }) }

    /// Returns a schema of the document that stands alone.
    func schema(_ schema: JSONValue) -> JSONSchema {
        // Beside a reference, nothing else counts.
        JSONSchema(["definitions": schemas, "allOf": [Self.renamed(schema)]])
    }

    /// Returns JSON with references as JSON Schema by itself has them.
    private static func renamed(_ json: JSONValue) -> JSONValue {
        let text = "\(json)".replacing("#/components/schemas/", with: "#/definitions/")
        return (try? JSONReader.read(Data(text.utf8))) ?? false
    }
}
