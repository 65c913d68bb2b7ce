import Barricade
import BarricadeCommon
import BarricadeRecording
import Foundation
import Testing

/// The bodies that are made from schemas.
@Suite(.timeLimit(.minutes(20))) struct MadeBodiesTests {
    /// Returns the body that is made for a schema, or the reason why there is none.
    private func body(
        _ schema: String, _ schemas: String = "", version: String = "3.1.0"
    ) throws -> String {
        let document = """
            { "openapi": "\(version)", "components": { "schemas": { \(schemas) } },
              "paths": { "/a": { "get": { "responses": { "200": {
                "content": { "application/json": { "schema": \(schema) } } } } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        if let reason = sets.passedOver.first?.reason { return reason }
        let body = try sets.responseSets[0].responses[0].plainReply?.bytes(in: []) ?? Data()
        return String(decoding: body, as: UTF8.self)
    }

    private static let noValue = "no value was found that fits its schema, without an example"

    private static let bodies: KeyValuePairs<String, String> = [
        // What the schema names comes first, if it fits.
        #"{ "type": "integer", "example": 7, "default": 8 }"#: "7",
        #"{ "type": "integer", "example": "7" }"#: "1",
        #"{ "type": "integer", "examples": ["a", 9] }"#: "9",
        #"{ "type": "integer", "default": 8 }"#: "8",
        #"{ "type": "object", "default": {}, "properties": { "a": { "const": 1 } } }"#: #"{"a":1}"#,
        #"{ "const": [1] }"#: "[1]",
        #"{ "enum": [null, "b", "c"] }"#: #""b""#,
        // Types and limits.
        #"{ "type": ["null", "boolean"] }"#: "true",
        #"{ "type": "null" }"#: "null",
        #"{ "type": "integer", "minimum": 10, "multipleOf": 5 }"#: "10",
        #"{ "type": "integer", "maximum": -3 }"#: "-3",
        #"{ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 }"#: "0.5",
        #"{ "type": "string", "minLength": 6 }"#: #""texttext""#,
        #"{ "type": "string", "maxLength": 2 }"#: #""te""#,
        #"{ "type": "string", "format": "date-time" }"#: #""2024-05-17T09:30:00Z""#,
        #"{ "type": "string", "format": "date" }"#: #""2024-05-17""#,
        #"{ "format": "uuid" }"#: #""3f2504e0-4f89-41d3-9a0c-0305e82c3301""#,
        #"{ "type": "string", "pattern": "^[A-Z]{2}$" }"#: #""US""#,
        #"{ "type": "string", "pattern": "^BK-[0-9]{4}$" }"#: noValue,
        #"{}"#: "{}",
        #"true"#: "{}",
        // Arrays and objects.
        #"{ "type": "array", "items": { "type": "boolean" }, "minItems": 2 }"#: "[true,true]",
        #"{ "items": { "type": "boolean" }, "maxItems": 0 }"#: "[]",
        #"{ "type": "array", "prefixItems": [{ "const": 1 }, { "const": "b" }] }"#: #"[1,"b"]"#,
        #"{ "type": "object", "additionalProperties": { "type": "integer" } }"#: #"{"key1":1}"#,
        #"{ "type": "object", "minProperties": 2, "additionalProperties": true }"#: noValue,
        #"{ "properties": { "a": { "type": "string" }, "b": { "const": 1, "writeOnly": true } }, "required": ["b"] }"#:
            #"{"a":"text"}"#,
        // Several schemas.
        #"{ "allOf": [{ "type": "number", "minimum": 4 }, { "type": "integer", "maximum": 4 }] }"#:
            "4",
        #"{ "allOf": [{ "properties": { "a": { "const": 1 } } }, { "required": ["b"], "properties": { "b": { "const": 2 } } }] }"#:
            #"{"a":1,"b":2}"#,
        #"{ "anyOf": [{ "type": "null" }, { "const": 3 }] }"#: "3",
        #"{ "oneOf": [{ "type": "integer" }, { "enum": [1, 2] }, { "type": "string" }] }"#:
            #""text""#,
        #"{ "oneOf": [{ "type": "string", "pattern": "^x{9}$" }, { "type": "boolean" }] }"#: "true",
        #"{ "type": "integer", "not": { "const": 1 } }"#: "0",
        // What no body can be.
        "false": noValue,
        #"{ "$ref": "other.json#/a" }"#: #"it refers to another file, "other.json#/a""#,
        ##"{ "$ref": "#/components/schemas/None" }"##:
            ##"it refers to "#/components/schemas/None", which is not in the document"##,
    ]

    @Test func isMadeOfASchema() throws {
        let mismatches = try Self.bodies.mismatches { try body($0) }
        #expect(mismatches == [])
    }

    @Test func nullabilityIsThatOfTheVersion() throws {
        let null = #"{ "type": "string", "pattern": "^x{9}$", "nullable": true }"#
        let bounds = #"{ "type": "integer", "minimum": 1, "exclusiveMinimum": true }"#
        let reference = ##"{ "$ref": "#/components/schemas/A", "const": 1 }"##
        let schemas = #""A": { "type": "integer", "default": 5 }"#
        let bodies = try [null, bounds, reference].map { try body($0, schemas, version: "3.0.3") }
        #expect(try bodies + [body(reference, schemas)] == ["null", "2", "5", "1"])
    }

    @Test func recursionEndsWhereItMay() throws {
        let node = ##"{ "$ref": "#/components/schemas/Node" }"##
        let tree = """
            "Node": { "required": ["next"], "properties": {
              "name": { "type": "string" }, "inner": \(node),
              "children": { "type": "array", "items": \(node) },
              "next": { "anyOf": [\(node), { "type": "null" }] } } }
            """
        let endless = #""Node": { "required": ["a"], "properties": { "a": \#(node) } }"#
        #expect(
            try [tree, endless].map { try body(node, $0) } == [
                #"{"name":"text","children":[],"next":null}"#,
                "its schema #/components/schemas/Node never ends",
            ])
    }

    @Test func alternativesAreToldApart() throws {
        let pets = #"""
            "Cat": { "required": ["kind"], "properties": { "kind": { "type": "string" } } },
            "Dog": { "required": ["kind"], "properties": { "kind": { "type": "string" } } }
            """#
        let mapping = ##", "mapping": { "cat": "#/components/schemas/Cat" }"##
        let bodies = try ["", mapping].map { mapping in
            try body(
                #"""
                { "anyOf": [{ "$ref": "#/components/schemas/Cat" },
                            { "$ref": "#/components/schemas/Dog" }],
                  "discriminator": { "propertyName": "kind"\#(mapping) } }
                """#, pets)
        }
        #expect(bodies == [#"{"kind":"Cat"}"#, #"{"kind":"cat"}"#])
    }

    /// Returns the body of a schema that refers to the next one, and that to the next.
    private func body(
        of levels: Int, last: String, _ schema: (_ next: String) -> String
    ) throws -> String {
        let schemas = (0..<levels).map { level in
            #""S\#(level)": "# + schema(##"{ "$ref": "#/components/schemas/S\##(level + 1)" }"##)
        }
        let all = schemas + [#""S\#(levels)": \#(last)"#]
        return try body(
            ##"{ "$ref": "#/components/schemas/S0" }"##, all.joined(separator: ", "))
    }

    @Test func wideSchemasMakeSmallBodiesAndDeepOnesEndInASentence() throws {
        // Each of 20 schemas has 20 properties of the next, so all of them are 20^20 values.
        let text = try body(of: 20, last: #"{ "type": "integer" }"#) { next in
            let properties = (0..<20).map { #""p\#($0)": \#(next)"# }
            return #"{ "properties": { \#(properties.joined(separator: ", ")) } }"#
        }
        #expect(text.split(separator: ":").count == 421)
        let deep = try body(of: 2_000, last: "{}") { next in
            #"{ "required": ["a"], "properties": { "a": \#(next) } }"#
        }
        #expect(deep == "its smallest body has too many values or levels")
    }
}
