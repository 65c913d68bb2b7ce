import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation
import Testing

@testable import BarricadeRecording

/// The bodies that are made from schemas.
@Suite(.timeLimit(.minutes(20))) struct MadeBodiesTests {
    /// Returns the body that is made for a schema, and what is told about it.
    private func body(
        _ schema: String, _ schemas: String = "", version: String = "3.1.0", name: String = ""
    ) throws -> String {
        let document = """
            { "openapi": "\(version)", "$self": "\(name)", "components": { "schemas": { \(schemas) } },
              "paths": { "/a": { "get": { "responses": { "200": {
                "content": { "application/json": { "schema": \(schema) } } } } } } } }
            """
        let sets = try ResponseSet.sets(fromOpenAPI: Data(document.utf8))
        let body = try sets.responseSets[0].responses[0].plainReply?.bytes(in: []) ?? Data()
        let told = (sets.missing + sets.misfits + sets.passedOver).map { part in
            part.request.replacing("GET /a, 200", with: "") + ": \(part.reason)"
        }
        return ([String(decoding: body, as: UTF8.self)] + told).joined(separator: " ! ")
    }

    private static let named: KeyValuePairs<String, String> = [
        // What the schema names comes first, if it fits.
        #"{ "type": "integer", "example": 7, "default": 8 }"#: "7",
        #"{ "type": "integer", "example": "7" }"#: #"1 ! : its example breaks type "integer""#,
        #"{ "type": "integer", "examples": ["a", 9] }"#: "9",
        #"{ "type": "integer", "example": null }"#: "1",
        #"{ "properties": { "a": { "items": { "maximum": 1 }, "example": [0, 2] } } }"#:
            #"{"a":[1]} ! , a[1]: its example breaks maximum 1"#,
        #"{ "type": "integer", "example": "7", "default": 8 }"#:
            #"8 ! : its example breaks type "integer""#,
        #"{ "type": "integer", "default": 8 }"#: "8",
        #"{ "type": "object", "default": {}, "properties": { "a": { "const": 1 } } }"#: #"{"a":1}"#,
        #"{ "const": [1] }"#: "[1]",
        #"{ "enum": [null, "b", "c"] }"#: #""b""#,
        #"{ "enum": [[1, { "a": 2 }]], "example": [1.0, { "a": 2.0 }] }"#: #"[1.0,{"a":2.0}]"#,
        #"{ "uniqueItems": true, "example": [[1], [1.0]], "type": "array" }"#:
            #"[] ! : its example breaks uniqueItems true"#,
        #"{ "enum": ["", "b"] }"#: #""b""#,
        #"{ "type": "string", "default": "" }"#: #""text""#,
        // Types that are named or implied.
        #"{ "type": ["null", "boolean"] }"#: "true",
        #"{ "type": "null" }"#: "null",
        // This keyword is only of OpenAPI 3.0.
        #"{ "type": "string", "nullable": true, "examples": [null] }"#: #""text""#,
        #"{ "minimum": 3 }"#: "3",
        "{}": "{}",
        "true": "{}",
        "false": "{} ! : no value fits the schema false",
    ]

    private static let numbers: KeyValuePairs<String, String> = [
        #"{ "type": "integer", "minimum": 10, "multipleOf": 7 }"#: "14",
        #"{ "type": "integer", "multipleOf": 2.5, "minimum": 1 }"#: "5",
        #"{ "type": "integer", "maximum": -3 }"#: "-3",
        #"{ "type": "integer", "minimum": 9007199254740993 }"#: "9007199254740993",
        #"{ "type": "integer", "format": "uint8", "minimum": -4, "maximum": 0 }"#: "0",
        #"{ "type": "number", "exclusiveMinimum": 10, "exclusiveMaximum": 10.5 }"#: "10.25",
        #"{ "type": "number", "minimum": 0.001, "maximum": 0.002 }"#: "0.001",
        #"{ "type": "number", "minimum": 0.005, "maximum": 0.5, "multipleOf": 0.01 }"#: "0.01",
        #"{ "type": "integer", "minimum": 1.2, "maximum": 1.8 }"#:
            "1 ! : no value fits minimum 1.2",
    ]

    private static let texts: KeyValuePairs<String, String> = [
        #"{ "type": "string", "minLength": 6 }"#: #""texttext""#,
        #"{ "type": "string", "maxLength": 2 }"#: #""te""#,
        #"{ "format": "uuid" }"#: #""3f2504e0-4f89-41d3-9a0c-0305e82c3301""#,
        #"{ "type": "string", "format": "duration" }"#: #""PT15M""#,
        #"{ "type": "string", "format": "ipv6" }"#: #""2001:db8::1""#,
        #"{ "type": "string", "format": "int64" }"#: #""1""#,
        #"{ "type": "string", "format": "hostname", "minLength": 12 }"#: #""texttexttext""#,
        #"{ "type": "string", "format": "uri", "minLength": 30 }"#:
            #""https://example.com/texttexttext""#,
        #"{ "type": "string", "format": "date", "example": "17.5.2024" }"#:
            #""2024-05-17" ! : its example breaks format "date""#,
        #"{ "type": "array", "items": { "type": "string", "format": "date" }, "example": ["2024-02-29", "2000-02-29", "2023-12-31"] }"#:
            #"["2024-02-29","2000-02-29","2023-12-31"]"#,
        #"{ "type": "string", "format": "date", "example": "2024-02-30" }"#:
            #""2024-05-17" ! : its example breaks format "date""#,
        #"{ "type": "string", "format": "date", "example": "2100-02-29" }"#:
            #""2024-05-17" ! : its example breaks format "date""#,
        #"{ "type": "string", "format": "date-time", "example": "2024-04-31T09:30:00Z" }"#:
            #""2024-05-17T09:30:00Z" ! : its example breaks format "date-time""#,
        #"{ "type": "string", "format": "time", "example": "09:30:00+24:00" }"#:
            #""09:30:00Z" ! : its example breaks format "time""#,
        #"{ "type": "string", "pattern": "^BK-[0-9]{4}$" }"#: #""BK-4567""#,
        #"{ "type": "string", "pattern": "^a(b|c)+\\Z", "minLength": 5 }"#: #""abbbb""#,
        #"{ "type": "string", "pattern": "^(?=.*[A-Z])(?=.*\\d).{8,}$" }"#: #""aB1-cD2_""#,
        // What Python and Java know too.
        #"{ "type": "string", "pattern": "^(?is)a[B]\\x{43}.$", "example": "Abc\n" }"#: #""Abc\n""#,
        #"{ "type": "string", "pattern": "^[^\\000-\\037]\\pL$", "example": "aé" }"#: #""aé""#,
        #"{ "type": "string", "pattern": "^\\cI[\\cj]$", "example": "\t\n" }"#: #""\t\n""#,
        #"{ "type": "string", "pattern": "^[\\p{Z}\\p{S}]$", "example": "😀" }"#: #""😀""#,
        #"{ "type": "string", "pattern": "^st-[a-z0-9]+$", "minLength": 26, "maxLength": 26 }"#:
            #""st-ttexttexttexttexttextte""#,
        // Beyond the first plane, as JavaScript writes it.
        #"{ "type": "string", "pattern": "^[\\uD83D\\uDE00-\\uD83D\\uDE4F]{2}$" }"#: #""😀😀""#,
        #"{ "allOf": [{ "type": "string", "pattern": "^x" }, { "pattern": "\\d$" }] }"#:
            #""text" ! : no value fits pattern "^x""#,
        #"{ "type": "string", "pattern": "^(.)\\1$" }"#:
            #""text" ! : no value fits pattern "^(.)\\1$""#,
        #"{ "type": "string", "contentMediaType": "application/json", "contentSchema": { "const": [1] } }"#:
            #""[1]""#,
    ]

    private static let arrays: KeyValuePairs<String, String> = [
        #"{ "type": "array", "items": { "type": "boolean" }, "minItems": 2 }"#: "[true,true]",
        #"{ "items": { "type": "boolean" }, "maxItems": 0 }"#: "[]",
        #"{ "type": "array", "prefixItems": [{ "const": 1 }, { "const": "b" }] }"#: #"[1,"b"]"#,
        #"{ "type": "array", "items": [{ "const": 1 }, { "const": "b" }] }"#: #"[1,"b"]"#,
        #"{ "type": "array", "items": [{ "const": 1 }], "example": [2] }"#:
            "[1] ! , [0]: its example breaks const 1",
        #"{ "uniqueItems": true, "minItems": 3, "items": { "type": "string" } }"#:
            #"["text","text2","text3"]"#,
        #"{ "uniqueItems": true, "minItems": 2, "items": { "properties": { "a": { "type": "integer" } } } }"#:
            #"[{"a":1},{"a":2}]"#,
        #"{ "uniqueItems": true, "minItems": 3, "items": { "type": "boolean" } }"#:
            "[true,false] ! : no value fits minItems 3",
        #"{ "uniqueItems": true, "minItems": 2, "items": { "format": "date-time" } }"#:
            #"["2024-05-17T09:30:00Z","2024-05-17T09:30:01Z"]"#,
        #"{ "uniqueItems": true, "minItems": 3, "items": { "multipleOf": 0.5, "minimum": 0, "maximum": 1 } }"#:
            "[1,0.5,0]",
        #"{ "uniqueItems": true, "minItems": 3, "items": { "type": "string", "maxLength": 1 } }"#:
            #"["t","u","v"]"#,
        #"{ "contains": { "const": 5 }, "items": { "type": "integer" }, "minItems": 2 }"#: "[5,1]",
        #"{ "prefixItems": [{ "const": 1 }], "unevaluatedItems": false, "examples": [[1, 2]] }"#:
            "[1] ! , [1]: its example breaks the schema false",
        #"{ "type": "array", "contains": { "const": 5 }, "unevaluatedItems": { "const": 6 }, "examples": [[5, 7], [5, 6]] }"#:
            "[5,6]",
    ]

    private static let objects: KeyValuePairs<String, String> = [
        #"{ "type": "object", "additionalProperties": { "type": "integer" } }"#: #"{"key1":1}"#,
        #"{ "type": "object", "minProperties": 2 }"#: #"{"key1":{},"key2":{}}"#,
        #"{ "propertyNames": { "enum": ["a", "b"] }, "additionalProperties": { "const": 1 }, "minProperties": 2 }"#:
            #"{"a":1,"b":1}"#,
        #"{ "patternProperties": { "^x-": { "const": 1 } }, "additionalProperties": false }"#:
            #"{"x-":1}"#,
        #"{ "patternProperties": { "^s_": { "const": 1 }, "^i_": { "const": 2 } }, "additionalProperties": false, "minProperties": 3 }"#:
            #"{"s_":1,"i_":2,"s_2":1}"#,
        #"{ "required": ["a"], "properties": { "b": { "const": 2 } }, "dependentRequired": { "a": ["c"] } }"#:
            #"{"b":2,"a":{},"c":{}}"#,
        #"{ "properties": { "a": { "const": 1 } }, "dependentSchemas": { "a": { "required": ["b"] } } }"#:
            #"{"a":1,"b":{}}"#,
        #"{ "properties": { "a": { "const": 1 }, "b": { "const": 2 } }, "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] }"#:
            #"{"a":1}"#,
        #"{ "properties": { "a": { "const": 1 }, "b": { "const": 2 } }, "not": { "required": ["b"] } }"#:
            "{}",
        #"{ "properties": { "k": { "enum": ["x", "y"] } }, "required": ["k"], "if": { "properties": { "k": { "const": "y" } } }, "then": { "required": ["a"] }, "else": { "required": ["b"] } }"#:
            #"{"k":"y","a":{}}"#,
        #"{ "properties": { "a": { "const": 1 } }, "required": ["a", "b"], "unevaluatedProperties": false }"#:
            #"{"a":1,"b":{}} ! , b: no value fits the schema false"#,
        // Only the branch that holds has looked at a member.
        #"{ "if": { "required": ["a"] }, "then": { "properties": { "a": {} } }, "else": { "properties": { "b": {} } }, "unevaluatedProperties": false, "examples": [{ "a": 1, "b": 2 }, { "a": 1 }] }"#:
            #"{"a":1}"#,
        #"{ "properties": { "a": {} }, "dependentSchemas": { "c": { "properties": { "b": {} } } }, "unevaluatedProperties": false, "examples": [{ "b": 1 }, { "a": 1 }] }"#:
            #"{"a":1}"#,
        #"{ "anyOf": [{ "unevaluatedProperties": { "const": 1 } }], "unevaluatedProperties": false, "default": { "a": 1 } }"#:
            #"{"a":1}"#,
    ]

    /// Keywords of older drafts, which no newer one uses.
    private static let older: KeyValuePairs<String, String> = [
        #"{ "items": [{ "const": 1 }], "additionalItems": { "const": 2 }, "minItems": 3 }"#:
            "[1,2,2]",
        #"{ "items": [{ "const": 1 }], "additionalItems": false, "examples": [[1, 2]] }"#:
            "[1] ! , [1]: its example breaks the schema false",
        #"{ "required": ["a"], "dependencies": { "a": ["b"] }, "properties": { "a": { "const": 1 } } }"#:
            #"{"a":1,"b":{}}"#,
        #"{ "dependencies": { "a": { "properties": { "b": { "const": 2 } }, "required": ["b"] } }, "properties": { "a": { "const": 1 } } }"#:
            #"{"a":1,"b":2}"#,
        #"{ "dependencies": { "a": ["b"] }, "example": { "a": 1 } }"#:
            #"{} ! : its example breaks dependencies"#,
    ]

    private static let choices: KeyValuePairs<String, String> = [
        #"{ "allOf": [{ "type": "number", "minimum": 4 }, { "type": "integer", "maximum": 4 }] }"#:
            "4",
        #"{ "allOf": [{ "properties": { "a": { "const": 1 } } }, { "required": ["b"], "properties": { "b": { "const": 2 } } }] }"#:
            #"{"a":1,"b":2}"#,
        #"{ "anyOf": [{ "type": "null" }, { "const": 3 }] }"#: "3",
        #"{ "oneOf": [{ "type": "integer" }, { "enum": [0, 1] }, { "type": "boolean" }], "maximum": 1, "minimum": 0 }"#:
            "true",
        #"{ "oneOf": [{ "type": "string", "pattern": "(a)\\1" }, { "type": "boolean" }] }"#: "true",
        #"{ "anyOf": [{ "type": "string", "pattern": "(a)\\1" }, { "$ref": "other.json#/a" }] }"#:
            #""text" ! : no value fits anyOf"#,
        #"{ "type": "integer", "not": { "enum": [0, 1] } }"#: "2",
        #"{ "oneOf": [{ "type": "integer" }, { "type": "number" }], "maximum": 1, "minimum": 1 }"#:
            "1 ! : it fits more than one schema of oneOf",
    ]

    /// What has no value leaves the rest as it is, and is told with its place.
    private static let references: KeyValuePairs<String, String> = [
        #"{ "$ref": "other.json#/a" }"#:
            " ! : it refers to another file; join them with npx @redocly/cli bundle",
        ##"{ "$ref": "#/components/schemas/None" }"##:
            ##" ! : it refers to "#/components/schemas/None", which is not in the document"##,
        ##"{ "$ref": "#/components/schemas/Either/oneOf/1" }"##: "true",
        ##"{ "$ref": "#/components/schemas/Either/oneOf/01" }"##:
            ##" ! : it refers to "#/components/schemas/Either/oneOf/01", which is not in the document"##,
        ##"{ "$ref": "#/components/schemas/Self" }"##: " ! : it refers to itself",
        #"{ "type": "array", "items": { "$ref": "a.json#/b" } }"#:
            "[] ! , [0]: it refers to another file; join them with npx @redocly/cli bundle",
        ##"{ "$ref": "#anchor" }"##: "3",
        #"{ "$ref": "https://example.com/named" }"#: "4",
        ##"{ "$dynamicRef": "#node" }"##: "5",
        ##"{ "$ref": "urn:named#/$defs/inner" }"##: "6",
        // Names are relative to the nearest one around them.
        ##"{ "$ref": "urn:named" }"##: "6",
        ##"{ "$ref": "https://example.com/named" }"##: "4",
        ##"{ "$ref": "https://example.com/outer" }"##: "[7,8]",
        ##"{ "$ref": "https://example.com/outer#anchor" }"##: "8",
        ##"{ "$ref": "https://example.com/library/inner#/$defs/own" }"##: "3",
        ##"{ "type": "object", "properties": { "$id": { "const": 1 } } }"##: ##"{"$id":1}"##,
    ]

    /// The schema that refers to a generic one says what its parts are.
    private static let generics: KeyValuePairs<String, String> = [
        ##"{ "$ref": "#/components/schemas/Page" }"##:
            #"{"items":[{}]} ! , items[0]: no value fits not"#,
        ##"{ "$ref": "#/components/schemas/Books" }"##: #"{"items":[{"title":"text"}]}"#,
        ##"{ "$ref": "#/components/schemas/Page", "$defs": { "a": { "$dynamicAnchor": "T", "const": 2 } } }"##:
            #"{"items":[2]}"#,
        ##"{ "allOf": [{ "$ref": "#/components/schemas/Page" }, { "$defs": { "a": { "$dynamicAnchor": "T", "const": 2 } } }] }"##:
            #"{"items":[2]}"#,
        ##"{ "prefixItems": [{ "$ref": "#/components/schemas/Books" }, { "$ref": "#/components/schemas/Numbers" }] }"##:
            #"[{"items":[{"title":"text"}]},{"items":[1]}]"#,
        ##"{ "$ref": "#/components/schemas/Reply", "$defs": { "a": { "$dynamicAnchor": "D", "$ref": "#/components/schemas/Books" } } }"##:
            #"{"data":{"items":[{"title":"text"}]}}"#,
        ##"{ "$ref": "#/components/schemas/Books", "example": { "items": [2] } }"##:
            #"{"items":[{"title":"text"}]} ! , items[0]: its example breaks type "object""#,
        ##"{ "$ref": "#/components/schemas/Strict" }"##:
            #"{"name":"text","children":[{"name":"text","children":[]}]}"#,
        ##"{ "$ref": "https://example.com/typical/root" }"##: "[4]",
        ##"{ "$ref": "https://example.com/typical/list" }"##: "[{}]",
    ]

    @Test(
        arguments: [
            named, numbers, texts, arrays, objects, older, choices, references, generics,
        ].map { $0.map { ($0.key, $0.value) } })
    func isMadeOfASchema(_ bodies: [(String, String)]) throws {
        let schemas = ##"""
            "Self": { "$ref": "#/components/schemas/Self" },
            "Either": { "oneOf": [{ "const": 1 }, { "type": "boolean" }] },
            "A": { "$anchor": "anchor", "const": 3 },
            "B": { "$id": "https://example.com/named", "const": 4 },
            "C": { "$dynamicAnchor": "node", "const": 5 },
            "D": { "$id": "urn:named", "$ref": "#/$defs/inner", "$defs": { "inner": { "const": 6 } } },
            "E": { "$id": "https://example.com/outer", "prefixItems": [
                { "$ref": "library/inner" }, { "$ref": "#anchor" }
              ], "$defs": {
                "inner": { "$id": "library/inner", "$ref": "#anchor", "$defs": {
                    "a": { "$anchor": "anchor", "const": 7 },
                    "own": { "$ref": "#/components/schemas/A" } } },
                "a": { "$anchor": "anchor", "const": 8 } } },
            "Page": {
              "$defs": { "item": { "$dynamicAnchor": "T", "not": {} } },
              "properties": { "items": { "type": "array", "items": { "$dynamicRef": "#T" } } }
            },
            "Book": { "type": "object", "properties": { "title": { "type": "string" } } },
            "Books": {
              "$defs": { "item": { "$dynamicAnchor": "T", "$ref": "#/components/schemas/Book" } },
              "$ref": "#/components/schemas/Page"
            },
            "Numbers": {
              "allOf": [{ "$ref": "#/components/schemas/Page" }],
              "$defs": { "item": { "$dynamicAnchor": "T", "type": "number" } }
            },
            "Reply": {
              "$defs": { "data": { "$dynamicAnchor": "D" } },
              "properties": { "data": { "$dynamicRef": "#D" } }
            },
            "Tree": { "$dynamicAnchor": "tree", "properties": {
              "children": { "type": "array", "items": { "$dynamicRef": "#tree" } } } },
            "Strict": { "$dynamicAnchor": "tree", "$ref": "#/components/schemas/Tree",
              "required": ["name"], "properties": { "name": { "type": "string" } } },
            "Typical": { "$id": "https://example.com/typical/root", "$ref": "list", "$defs": {
                "own": { "$dynamicAnchor": "items", "const": 4 },
                "list": { "$id": "list", "type": "array", "items": { "$dynamicRef": "#items" },
                  "$defs": { "any": { "$dynamicAnchor": "items" } } } } }
            """##
        for (schema, expected) in bodies {
            #expect(try body(schema, schemas) == expected, "\(schema)")
        }
    }

    /// Each binding is a copy of the generic schema.
    @Test func genericSchemasHaveOnlySoManyForms() throws {
        let text = String(repeating: "a", count: 1_000_000)
        let items = (0..<20).map {
            ##"{ "$ref": "#/components/schemas/Form\##($0)" }"##
        }
        let forms = (0..<20).map {
            ##""Form\##($0)": { "$ref": "#/components/schemas/A", "$defs": { "a": { "$dynamicAnchor": "T", "const": \##($0) } } }"##
        }
        let schemas = ##"""
            "A": { "description": "\##(text)", "type": "array", "items": { "$dynamicRef": "#T" },
              "$defs": { "any": { "$dynamicAnchor": "T" } } },
            """## + forms.joined(separator: ",")
        let made = try body(#"{ "prefixItems": [\#(items.joined(separator: ","))] }"#, schemas)
        #expect(
            made.hasPrefix("[[0],[1],[2],[3],[4],[5],[6],[7],[8],[9],[10],[11],[12],[13],[14],[15]")
        )
        #expect(made.contains("[16]: its generic schemas are bound in too many ways"))
    }

    /// The document says where it is, so references may name it, from anywhere.
    @Test(
        arguments: [
            "https://example.com/api/v2.json#/components/schemas/A": "3",
            "v2.json#/components/schemas/A": "3", "../api/v2.json#a": "3",
            "../old/v2.json#/components/schemas/A":
                " ! : it refers to another file; join them with npx @redocly/cli bundle",
        ]) func aDocumentMayNameItself(_ reference: String, _ expected: String) throws
    {
        let text = try body(
            #"{ "$ref": "\#(reference)" }"#, #""A": { "$anchor": "a", "const": 3 }"#,
            version: "3.2.0", name: "https://example.com/api/v2.json")
        #expect(text == expected)
    }

    @Test func everydayPatternsHaveTexts() throws {
        let patterns = [
            #"^\d{5}(-\d{4})?$"#, "^[A-Z]{3}$", #"^\+[1-9]\d{7,14}$"#, #"^[A-Z]{2,4}-\d{2,6}$"#,
            #"^\d+\.\d+\.\d+(-[\w.]+)?$"#, "^[a-f0-9]{32}$", #"^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$"#,
            "^([0-9A-F]{2}[:-]){5}[0-9A-F]{2}$", "^#(?:[0-9a-fA-F]{3}){1,2}$",
            "^([01][0-9]|2[0-3]):[0-5][0-9]$", "^[a-z0-9]+(?:-[a-z0-9]+)*$", #"^-?\d{1,3}\.\d{2}$"#,
            #"^[^@\s]+@[^@\s]+\.[a-z]{2,}$"#, #"^\$\{[A-Z_]+\}$"#, "^(true|false)$", ".*", "^$",
            #"^[\u0041-\u0043\x44]\p{L}$"#, #"\bword\b"#, "^(?!0)[0-9]{2}$", "^a{2,}?$",
            #"^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$"#, #"^(\b\w+\b\s?){3}$"#,
        ]
        for pattern in patterns {
            let quoted = JSONValue.string(pattern).description
            let text = try body(#"{ "type": "string", "pattern": \#(quoted) }"#)
            let expression = try NSRegularExpression(pattern: pattern)
            let made = try JSONDecoder().decode(String.self, from: Data(text.utf8))
            let all = NSRange(made.startIndex..., in: made)
            #expect(expression.firstMatch(in: made, range: all) != nil, "\(pattern): \(text)")
        }
    }

    /// A matcher that goes back would never end.
    @Test func noExpressionTakesLong() throws {
        let text = String(repeating: "a", count: 2_000)
        for pattern in [
            "^(a+)+$", "^(a|a)*b$", "^((a*)*)*c$", "^(a?){500}a{500}$", "(){99999999}b",
        ] {
            let start = ContinuousClock.now
            _ = try body(
                #"{ "type": "string", "pattern": "\#(pattern)", "example": "\#(text)" }"#)
            #expect(ContinuousClock.now - start < .seconds(60), "\(pattern)")
        }
    }

    @Test func keywordsAreThoseOfTheVersion() throws {
        let null = #"{ "type": "string", "pattern": "(a)\\1", "nullable": true, "enum": [null] }"#
        let bounds =
            #"{ "minimum": 0, "exclusiveMinimum": true, "maximum": 0.5, "exclusiveMaximum": true, "type": "number" }"#
        let reference = ##"{ "$ref": "#/components/schemas/A", "const": 1 }"##
        let schemas = #""A": { "type": "integer", "default": 5 }"#
        // Only null fits one of these, and not both.
        let choice = #"{ "oneOf": [{ "type": "string" }, { "type": "string", "nullable": true }] }"#
        let bodies = try [null, bounds, reference, choice].map {
            try body($0, schemas, version: "3.0.3")
        }
        #expect(try bodies + [body(reference, schemas)] == ["null", "0.25", "5", "null", "1"])
    }

    /// In 3.0 it is left out, wherever it stands; later it is a hint.
    @Test func whatIsOnlyWrittenIsLeftOut() throws {
        let schemas = #""Pin": { "allOf": [{ "type": "string" }, { "writeOnly": true }] }"#
        let user = ##"""
            { "required": ["name", "pin"], "properties": { "name": { "type": "string" },
              "pin": { "$ref": "#/components/schemas/Pin" } } }
            """##
        let bodies = try ["3.0.3", "3.1.0"].map { try body(user, schemas, version: $0) }
        #expect(bodies == [#"{"name":"text"}"#, #"{"name":"text","pin":"text"}"#])
    }

    /// The example of a part lacks what other parts have.
    @Test(arguments: [
        ##"{ "allOf": [{ "$ref": "#/components/schemas/A" }, { "properties": { "b": { "const": 2 } } }] }"##:
            #"{"a":1,"z":0,"b":2}"#,
        // The later ones count.
        ##"{ "allOf": [{ "$ref": "#/components/schemas/A" }, { "example": { "a": 3, "c": 4 } }] }"##:
            #"{"a":3,"z":0,"c":4}"#,
        ##"{ "properties": { "b": {} }, "oneOf": [{ "$ref": "#/components/schemas/A" }] }"##:
            #"{"b":{},"a":1,"z":0}"#,
        // The whole has one of its own.
        ##"{ "allOf": [{ "$ref": "#/components/schemas/A" }, { "properties": { "b": {} } }], "example": { "b": 5 } }"##:
            #"{"b":5}"#,
        ##"{ "allOf": [{ "$ref": "#/components/schemas/B" }] }"##: #"{"a":6}"#,
    ]) func examplesOfPartsAreJoined(schema: String, expected: String) throws {
        let schemas = ##"""
            "A": { "type": "object", "properties": { "a": {}, "z": {} },
              "example": { "a": 1, "z": 0 } },
            "B": { "allOf": [{ "properties": { "a": {}, "b": {} } }], "example": { "a": 6 } }
            """##
        for version in ["3.0.0", "3.1.0"] {
            #expect(try body(schema, schemas, version: version) == expected)
        }
    }

    @Test func recursionEndsAtTheSecondTurn() throws {
        let node = ##"{ "$ref": "#/components/schemas/Node" }"##
        let tree = """
            "Node": { "required": ["next", "children"], "properties": {
              "name": { "type": "string" }, "inner": \(node),
              "children": { "type": "array", "items": \(node) },
              "next": { "anyOf": [\(node), { "type": "null" }] } } }
            """
        let endless = #""Node": { "required": ["a"], "properties": { "a": \#(node) } }"#
        let inner = #"{"name":"text","children":[],"next":null}"#
        #expect(
            try [tree, endless].map { try body(node, $0) } == [
                #"{"name":"text","inner":\#(inner),"children":[\#(inner)],"next":\#(inner)}"#,
                " ! : its schema #/components/schemas/Node never ends",
            ])
    }

    /// The parts of a recursive schema lead back to it.
    @Test func nothingOfARecursiveSchemaIsLeft() throws {
        let recursive = ##"{ "properties": { "b": { "$ref": "#/a" } } }"##
        let document = #"{ "openapi": "3.1.0", "a": \#(recursive) }"#
        weak var parts: SchemaParts?
        do {
            let sampler = try SchemaSampler(OpenAPIDocument(Data(document.utf8)))
            let schema = JSONNode(["$ref": "#/a"])
            #expect(try sampler.example(of: schema).compact == #"{"b":{}}"#)
            parts = try sampler.checker.parts(of: [schema])
            #expect(parts != nil)
        }
        #expect(parts == nil)
    }

    /// In 3.0 words stand beside a reference only so.
    @Test(arguments: [#"{ "description": "a", "allOf": ["#, #"{ "allOf": [{ "nullable": true }, "#])
    func recursionThroughAnotherSchemaEndsToo(_ start: String) throws {
        let cause = ##"\##(start){ "$ref": "#/components/schemas/Error" }] }"##
        let error = #""Error": { "properties": { "code": { "const": 1 }, "cause": \#(cause) } }"#
        let text = try body(##"{ "$ref": "#/components/schemas/Error" }"##, error, version: "3.0.3")
        #expect(text == #"{"code":1,"cause":{"code":1}}"#)
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

    /// Of a base alone, one of its children is made; a child names itself.
    @Test(arguments: ["Vehicle", "Car"]) func aBaseIsMadeAsAChild(_ name: String) throws {
        let schemas = ##"""
            "Vehicle": { "required": ["kind"], "properties": { "kind": { "type": "string" } },
              "discriminator": { "propertyName": "kind",
                "mapping": { "car": "#/components/schemas/Car" } } },
            "Car": { "allOf": [{ "$ref": "#/components/schemas/Vehicle" },
              { "required": ["doors"], "properties": { "doors": { "type": "integer" } } }] }
            """##
        let text = try body(##"{ "$ref": "#/components/schemas/\##(name)" }"##, schemas)
        #expect(text == #"{"kind":"car","doors":1}"#)
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
        let told = "it has only what is required, since the body would have too many values"
        #expect(text.split(separator: ":").count < 1_000)
        #expect(text.contains(told))
        let deep = try body(of: 2_000, last: "{}") { next in
            #"{ "required": ["a"], "properties": { "a": \#(next) } }"#
        }
        #expect(deep == " ! : its smallest body has too many levels")
    }

    /// An envelope or a list around a large value keeps it.
    @Test func aLargeValueIsWholeInAnEnvelope() throws {
        let properties = (0..<499).map { #""p\#($0)": { "type": "integer" }"# }
        let text = try body(
            ##"{ "properties": { "data": { "items": { "$ref": "#/components/schemas/A" } } } }"##,
            #""A": { "properties": { \#(properties.joined(separator: ", ")) } }"#)
        #expect(text.split(separator: ":").count == 501)
    }

    /// A body that must be large is made whole.
    @Test func sixHundredRequiredValuesAreMade() throws {
        let names = (0..<600).map { #""p\#($0)""# }
        let properties = names.map { #"\#($0): { "type": "integer" }"# }.joined(separator: ", ")
        let text = try body(
            #"{ "required": [\#(names.joined(separator: ", "))], "properties": { \#(properties) } }"#
        )
        #expect(text.split(separator: ":").count == 601)
    }

    /// Each member was sought in all parts, which took a minute.
    @Test func partsWithoutNumberAreAskedForTheirOwnMembersAlone() throws {
        let parts = (0..<3_000).map { #"{ "properties": { "p\#($0)": { "type": "integer" } } }"# }
        let start = ContinuousClock.now
        let text = try body(
            #"{ "allOf": [\#(parts.joined(separator: ", ")), { "minProperties": 3000 }] }"#)
        #expect(text.split(separator: ":").count == 3_001)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    /// Parts that speak of any member are asked too, in the order of the document.
    @Test func membersFollowAllPartsThatSpeakOfThem() throws {
        let text = try body(
            """
            { "allOf": [
                { "patternProperties": { "^a": { "minimum": 5 } } },
                { "properties": { "a": { "type": "integer" }, "b": { "type": "integer" } } },
                { "properties": { "c": {} }, "additionalProperties": { "minimum": 7 } } ] }
            """)
        #expect(text == #"{"a":7,"b":7,"c":{}}"#)
    }

    /// Each doubles the ways of the one before, or leads back to itself.
    @Test func alternativesWithoutEndAreEnded() throws {
        let schemas: [(String) -> String] = [
            { #"{ "oneOf": [\#($0), \#($0)] }"# }, { $0 },
            { #"{ "not": { "allOf": [\#($0), \#($0)] } }"# },
            { #"{ "anyOf": [{ "required": ["a"] }, \#($0)], "properties": { "a": \#($0) } }"# },
        ]
        let start = ContinuousClock.now
        for schema in schemas {
            _ = try body(of: 200, last: #"{ "type": "string", "not": {} }"#, schema)
            let reference = ##"{ "$ref": "#/components/schemas/A" }"##
            _ = try body(reference, #""A": \#(schema(reference))"#)
        }
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}
