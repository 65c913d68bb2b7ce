import Barricade
import BarricadeFolder
import Foundation
import Testing

@testable import TestSupport

/// A manifest with mistakes, and the message for them.
struct BadManifest: Sendable, CustomTestStringConvertible {
    let text: String
    let messages: [String]
    /// Whether a JSON Schema cannot say it: names, files, expressions, duplicate keys, broken JSON.
    let isBeyondSchema: Bool

    init(_ text: String, _ messages: String..., isBeyondSchema: Bool = false) {
        self.text = text
        self.messages = messages
        self.isBeyondSchema = isBeyondSchema
    }

    var testDescription: String { text }
}

extension BadManifest {
    static let all: [BadManifest] = roots + sets + clauses + responses + presets

    private static let roots: [BadManifest] = [
        BadManifest(
            ManifestText.root(##""version": 2, "sets": []"##),
            ##"barricade.json:2:12, $.version: wants version 1, got 2: the folder is newer than this version of Barricade."##
        ),
        BadManifest(
            ManifestText.root(##""version": "1", "sets": []"##),
            ##"barricade.json:2:12, $.version: wants 1, got a string."##),
        BadManifest(
            ManifestText.root(##""sets": []"##),
            ##"barricade.json:1:1, $: wants a key "version"."##),
        BadManifest(
            ManifestText.root(##""version": 1"##),
            ##"barricade.json:1:1, $: wants a key "sets"."##),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": {}"##),
            ##"barricade.json:2:23, $.sets: wants an array, got an object."##),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": [], "stes": []"##),
            ##"barricade.json:2:27, $.stes: is no key of a manifest. Did you mean "sets"? Known: "sets", "$schema", "presets", "version", "comment"."##
        ),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": [], "presets": {}"##),
            ##"barricade.json:2:38, $.presets: wants an array, got an object."##),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": [], "comment": 7"##),
            ##"barricade.json:2:38, $.comment: wants a string, got 7."##),
        BadManifest(
            ManifestText.root(##""version": 1, "version": 1, "sets": []"##),
            ##"barricade.json:2:15, $.version: is here twice, first in line 2."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": [], "##),
            ##"barricade.json:3:1: is not JSON here: wants a key in double quotation marks."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": 1, // mine"##),
            ##"barricade.json:2:15: is not JSON here: wants a key in double quotation marks."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##"'version': 1"##),
            ##"barricade.json:2:1: is not JSON here: wants a key in double quotation marks."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": [nul]"##),
            ##"barricade.json:2:27: is not JSON here: wants a value."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": 1 "sets": []"##),
            ##"barricade.json:2:14: is not JSON here: wants "," or "}"."##, isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##"version: 1"##),
            ##"barricade.json:2:1: is not JSON here: wants a key in double quotation marks."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version" = 1"##),
            ##"barricade.json:2:11: is not JSON here: wants ":"."##, isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": True"##),
            ##"barricade.json:2:12: is not JSON here: wants a value."##, isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": [}"##),
            ##"barricade.json:2:24: is not JSON here: wants a value."##, isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": "a\l""##),
            ##"barricade.json:2:15: is not JSON here: wants "\\" for a backslash."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": "a\##n""##),
            ##"barricade.json:2:14: is not JSON here: wants "\n" for a line break."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.root(##""version": 1}"##),
            ##"barricade.json:3:1: is not JSON here: wants the end of the text."##,
            isBeyondSchema: true),
        BadManifest("[]", ##"barricade.json:1:1, $: wants an object, got an array."##),
        BadManifest(
            ManifestText.root(##""version": 1, "sets": ["##),
            ##"barricade.json:3:1: is not JSON here: wants a value."##,
            isBeyondSchema: true),
    ]

    private static let sets: [BadManifest] = [
        BadManifest(
            ManifestText.set(##"7"##),
            ##"barricade.json:2:1, $.sets[0]: wants an object, got 7."##),
        BadManifest(
            ManifestText.set(##"{"name": "S", "on": "GET /"}"##),
            ##"barricade.json:2:1, $.sets[0]: wants a key "responses"."##),
        BadManifest(
            ManifestText.set(##"{"name": "S", "responses": [{"name": "R"}]}"##),
            ##"barricade.json:2:1, $.sets[0]: wants a key "on"."##),
        BadManifest(
            ManifestText.set(##"{"on": "GET /", "responses": [{"name": "R"}]}"##),
            ##"barricade.json:2:1, $.sets[0]: wants a key "name"."##),
        BadManifest(
            ManifestText.set(##"{"name": "", "on": "GET /", "responses": [{"name": "R"}]}"##),
            ##"barricade.json:2:10, $.sets[0].name: wants a name, got an empty string."##),
        BadManifest(
            ManifestText.set(##"{"name": "S", "on": "GET /", "responses": []}"##),
            ##"barricade.json:2:43, $.sets[0].responses: wants at least one response."##),
        BadManifest(
            ManifestText.set(
                ##"{"name": "S", "on": "GET /", "response": [{"name": "R"}], "responses": [{"name": "R"}]}"##
            ),
            ##"barricade.json:2:30, $.sets[0].response: is no key of a set. Did you mean "responses"? Known: "responses", "on", "name", "group", "default", "delay", "comment"."##
        ),
        BadManifest(
            ManifestText.set(
                ##"{"name": "S", "on": "GET /", "default": "Q", "responses": [{"name": "R"}]}"##),
            ##"barricade.json:2:41, $.sets[0].default: knows no response "Q". Known: "R"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(
                ##"{"name": "S", "on": "GET /", "responses": [{"name": "R"}]}, {"name": "S", "on": "GET /b", "responses": [{"name": "R"}]}"##
            ),
            ##"barricade.json:2:61, $.sets[1]: has the name of another set, "S" (barricade.json:2)."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(
                ##"{"name": "S", "on": "GET /", "query": {"a": "1"}, "responses": [{"name": "R"}]}"##
            ),
            ##"barricade.json:2:30, $.sets[0].query: is no key of a set: write "on": "GET /login", or clauses: "on": {"all": […]}."##
        ),
        BadManifest(
            ManifestText.set(##""a.jsn""##),
            ##"barricade.json:2:1, $.sets[0]: names "a.jsn", which is missing. Nearest: "a.json"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(##""Foldr/B.json""##),
            ##"barricade.json:2:1, $.sets[0]: names "Foldr/B.json", which is missing. Nearest: "folder/b.json"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(##""./a.json""##),
            ##"barricade.json:2:1, $.sets[0]: wants a path in the folder without "." before it."##
        ),
        BadManifest(
            ManifestText.set(##""missing/set.json""##),
            ##"barricade.json:2:1, $.sets[0]: names "missing/set.json", which is missing."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(##""../set.json""##),
            ##"barricade.json:2:1, $.sets[0]: wants a path in the folder, got one with ".."."##),
        BadManifest(
            ManifestText.set(##""/etc/set.json""##),
            ##"barricade.json:2:1, $.sets[0]: wants a path in the folder, got an absolute one."##),
        BadManifest(
            ManifestText.set(##""a.json""##),
            ##"a.json:1:1, $: wants a key "on"."##,
            ##"a.json:1:1, $: wants a key "responses"."##,
            ##"a.json:1:2, $.id: is no key of a set. Known: "on", "name", "group", "delay", "default", "comment", "responses"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(
                ##"{"$schema": "x", "name": "S", "on": "GET /", "responses": [{"name": "R"}]}"##),
            ##"barricade.json:2:2, $.sets[0]["$schema"]: is no key of a set. Known: "name", "delay", "comment", "on", "group", "default", "responses"."##
        ),
        BadManifest(
            ManifestText.set(
                ##"{"resource": "Books", "at": "/books", "items": [{"title": "no id"}]}"##),
            ##"barricade.json:2:49, $.sets[0].items[0]: is no item: $.id is missing."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(
                ##"{"resource": "Books", "at": "/books", "items": [{"id": 1}, {"id": 1}]}"##),
            ##"barricade.json:2:1, $.sets[0]: Resource "Books" (barricade.json:2) cannot be used: it starts with two items with id "1"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(
                ##"{"resource": "Books", "at": "/books", "items": [{"id": 1}, {"id": "b"}]}"##),
            ##"barricade.json:2:60, $.sets[0].items[1]: is no item: $.id is not a whole number."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(##"{"resource": "Books", "items": []}"##),
            ##"barricade.json:2:1, $.sets[0]: wants a key "at"."##),
        BadManifest(
            ManifestText.set(##"{"resource": "Books", "at": "books"}"##),
            ##"barricade.json:2:1, $.sets[0]: never matches: pattern "books" cannot be read: it starts neither with / nor with a scheme and host like https://api.example.com/."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(
                ##"{"resource": "Books", "at": "/books", "file": "a.json", "items": []}"##),
            ##"barricade.json:2:57, $.sets[0].items: cannot stand beside "file"."##),
        BadManifest(
            ManifestText.set(##"{"resource": "Books", "at": "/books", "file": "a.json"}"##),
            ##"barricade.json:2:1, $.sets[0]: Resource "Books" (barricade.json:2) cannot be used: the file "a.json" does not hold an array of Item<Int>: it is not an array."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.set(##"{"resource": "Books", "at": "/books", "ids": "guids"}"##),
            ##"barricade.json:2:46, $.sets[0].ids: knows no source "guids". Did you mean "uuids"? Known: "uuids", "given", "numbers"."##
        ),
    ]

    private static let clauses: [BadManifest] = [
        BadManifest(
            ManifestText.clause(##""books""##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: pattern "books" cannot be read: it starts neither with / nor with a scheme and host like https://api.example.com/."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##""post /books""##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: methods have capital letters: write "POST /books"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##""""##),
            ##"barricade.json:2:1, $.sets[0].on: wants a pattern or a clause, got an empty string."##
        ),
        BadManifest(
            ManifestText.clause(##"{}"##),
            ##"barricade.json:2:1, $.sets[0].on: wants one of "all", "either", "not", "method", "scheme", "host" and 16 more."##
        ),
        BadManifest(
            ManifestText.clause(##"{"metod": "PURGE"}"##),
            ##"barricade.json:2:2, $.sets[0].on.metod: is no key of a clause. Did you mean "method"? Known: "method", "not", "regex", "on", "body", "json", "data", "all", "either", "host", "port", "query", "header", "url", "form", "part", "scheme", "arrays", "comment", "graphQL", "multipart", "fileName", "formExactly", "jsonExactly", "contentType", "pathExtension", "queryExactly", "trailingSlash"."##
        ),
        BadManifest(
            ManifestText.clause(##"{"method": "PURGE", "path": "/cache"}"##),
            ##"barricade.json:2:21, $.sets[0].on.path: is no key of a clause: write a pattern for it, "/login" or "GET /login", with more clauses in "all"."##
        ),
        BadManifest(
            ManifestText.clause(##"{"method": "PURGE", "query": {"page": "2"}}"##),
            ##"barricade.json:2:21, $.sets[0].on.query: cannot stand beside "method": write a clause for each in "all"."##,
            ##"barricade.json:2:30, $.sets[0].on.query: wants an array like ["page", "2"], got an object."##
        ),
        BadManifest(
            ManifestText.clause(##""GET /login ""##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: pattern "/login " cannot be read: there is a space around it."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##""/login POST""##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: pattern "/login POST" cannot be read: it ends in a method, which comes first."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##""GET  /login""##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: there are two spaces: write "GET /login"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##""POTS /login""##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: there is no method POTS: write "POST /login"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##""DELET /login""##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: there is no method DELET: write "DELETE /login"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##"{"all": "GET /"}"##),
            ##"barricade.json:2:9, $.sets[0].on.all: wants an array, got a string."##),
        BadManifest(
            ManifestText.clause(##"{"either": []}"##),
            ##"barricade.json:2:12, $.sets[0].on.either: wants at least one clause."##),
        BadManifest(
            ManifestText.clause(##"{"not": {"port": 70000}}"##),
            ##"barricade.json:2:18, $.sets[0].on.not.port: wants a whole number from 0 to 65535, got 70000."##
        ),
        BadManifest(
            ManifestText.clause(##"{"query": "page"}"##),
            ##"barricade.json:2:11, $.sets[0].on.query: wants an array like ["page", "2"], got a string."##
        ),
        BadManifest(
            ManifestText.clause(##"{"query": ["page", "2", "3"]}"##),
            ##"barricade.json:2:11, $.sets[0].on.query: wants a name, or a name and a value."##),
        BadManifest(
            ManifestText.clause(##"{"query": ["page", {"is": "2"}]}"##),
            ##"barricade.json:2:21, $.sets[0].on.query[1].is: is no key of an expectation. Known: "prefix", "regex", "absent", "noValue", "comment", "containing"."##
        ),
        BadManifest(
            ManifestText.clause(##"{"header": ["Accept", {"prefix": "a", "containing": "b"}]}"##),
            ##"barricade.json:2:39, $.sets[0].on.header[1].containing: cannot stand beside "prefix"."##
        ),
        BadManifest(
            ManifestText.clause(##"{"header": ["Accept", {"noValue": true}]}"##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: a header field always has a value, so .noValue matches none."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##"{"regex": "["}"##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: regex "[" cannot be read: it is not a regular expression that NSRegularExpression accepts."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##"{"scheme": "https", "on": "url"}"##),
            ##"barricade.json:2:21, $.sets[0].on.on: needs "regex" beside it."##),
        BadManifest(
            ManifestText.clause(##"{"json": {}, "arrays": "sorted"}"##),
            ##"barricade.json:2:24, $.sets[0].on.arrays: knows no order "sorted". Known: "asWritten", "any"."##
        ),
        BadManifest(
            ManifestText.clause(##"{"json": "{\"a\": 1}"}"##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: .json is given text that is JSON itself: write it as a literal, .json([…])."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##"{"trailingSlash": false}"##),
            ##"barricade.json:2:19, $.sets[0].on.trailingSlash: wants true (or no such key), got false."##
        ),
        BadManifest(
            ManifestText.clause(##"{"host": "a b"}"##),
            ##"barricade.json:2:1, $.sets[0].on: never matches: host "a b" cannot be read: "a b" is not a host: write "api.example.com", "*.example.com" or "localhost:8080"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.clause(##"{"body": {"base64": "%%%"}}"##),
            ##"barricade.json:2:21, $.sets[0].on.body.base64: is not base64 (RFC 4648)."##),
    ]

    private static let responses: [BadManifest] = [
        BadManifest(
            ManifestText.responses(##"{"name": "R", "stauts": 201}"##),
            ##"barricade.json:2:15, $.sets[0].responses[0].stauts: is no key of a response. Did you mean "status"? Known: "status", "times", "text", "events", "name", "headers", "chunks", "setting", "then", "weight", "file", "json", "base64", "every", "error", "live", "sequence", "delay", "for", "failing", "weighted", "comment", "redirect", "recorded", "httpVersion", "contentType", "neverAnswers", "malformingJSON"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "status": 99}"##),
            ##"barricade.json:2:25, $.sets[0].responses[0].status: wants a whole number from 100 to 599, got 99."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "status": "ok"}"##),
            ##"barricade.json:2:25, $.sets[0].responses[0].status: wants a whole number from 100 to 599, got a string."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "status": 200.5}"##),
            ##"barricade.json:2:25, $.sets[0].responses[0].status: wants a whole number from 100 to 599, got a number."##
        ),
        BadManifest(
            ManifestText.responses(##"{"status": 200}"##),
            ##"barricade.json:2:1, $.sets[0].responses[0]: wants a key "name"."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R"}, {"name": "R"}"##),
            ##"barricade.json:2:16, $.sets[0].responses[1]: has the name of another response, "R" (barricade.json:2)."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "json": 1, "text": "a"}"##),
            ##"barricade.json:2:26, $.sets[0].responses[0].text: cannot stand beside "json"."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": "a.json", "error": "timedOut"}"##),
            ##"barricade.json:2:33, $.sets[0].responses[0].error: cannot stand beside "file"."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": "b.json"}"##),
            ##"barricade.json:2:23, $.sets[0].responses[0].file: names "b.json", which is missing. Nearest: "folder/b.json"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": "../a.json"}"##),
            ##"barricade.json:2:23, $.sets[0].responses[0].file: wants a path in the folder, got one with ".."."##
        ),
        // A slash with a combining mark is another `Character`.
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": "../\u0301a.json"}"##),
            ##"barricade.json:2:23, $.sets[0].responses[0].file: wants a path in the folder, got one with ".."."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": "/a.json"}"##),
            ##"barricade.json:2:23, $.sets[0].responses[0].file: wants a path in the folder, got an absolute one."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": "folder"}"##),
            ##"barricade.json:2:23, $.sets[0].responses[0].file: names "folder", which is a folder."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": "link.json"}"##),
            ##"barricade.json:2:23, $.sets[0].responses[0].file: names "link.json", which is a link out of the folder."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "file": ""}"##),
            ##"barricade.json:2:23, $.sets[0].responses[0].file: wants a path like "books/all.json"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "headers": {"A": "b"}}"##),
            ##"barricade.json:2:26, $.sets[0].responses[0].headers: wants an array like [["ETag", "7"]], got an object."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "headers": [["A"]]}"##),
            ##"barricade.json:2:27, $.sets[0].responses[0].headers[0]: wants a name and a value."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "headers": [["A b", "c"]]}"##),
            ##"barricade.json:2:27, $.sets[0].responses[0].headers[0]: header name "A b" is not a token (RFC 9110, 5.6.2)."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "headers": [["A", "b\nc"]]}"##),
            ##"barricade.json:2:27, $.sets[0].responses[0].headers[0]: the value of header A holds a line break or a zero byte."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "base64": "a"}"##),
            ##"barricade.json:2:25, $.sets[0].responses[0].base64: is not base64 (RFC 4648)."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "contentType": "text/html"}"##),
            ##"barricade.json:2:15, $.sets[0].responses[0].contentType: needs "file", "json", "text", "base64" or "chunks" beside it."##
        ),
        BadManifest(
            ManifestText.responses(
                ##"{"name": "R", "events": ["a"], "contentType": "text/html"}"##),
            ##"barricade.json:2:32, $.sets[0].responses[0].contentType: needs "file", "json", "text", "base64" or "chunks" beside it."##
        ),
        BadManifest(
            ManifestText.responses(
                ##"{"name": "R", "events": [{"commentLine": "a", "data": "b"}]}"##),
            ##"barricade.json:2:47, $.sets[0].responses[0].events[0].data: cannot stand beside "commentLine"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "text": "a", "every": 1}"##),
            ##"barricade.json:2:28, $.sets[0].responses[0].every: needs "events" or "chunks" beside it."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "chunks": ["a"], "every": -1}"##),
            ##"barricade.json:2:41, $.sets[0].responses[0].every: wants seconds, a number from 0 to 1000000000, got -1."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "error": "timeOut"}"##),
            ##"barricade.json:2:24, $.sets[0].responses[0].error: knows no error "timeOut": write "timedOut"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "error": "timed"}"##),
            ##"barricade.json:2:24, $.sets[0].responses[0].error: knows no error "timed". Did you mean "timedOut"? Known: "timedOut", "badURL", "cancelled", "unknown", "callIsActive", "dataNotAllowed", "cannotFindHost", "dnsLookupFailed", "fileIsDirectory", "unsupportedURL", "fileDoesNotExist", "zeroByteResource", "badServerResponse", "cannotDecodeRawData", "httpTooManyRedirects", "cannotConnectToHost", "cannotParseResponse", "cannotLoadFromNetwork", "resourceUnavailable", "secureConnectionFailed", "networkConnectionLost", "notConnectedToInternet", "cannotDecodeContentData", "internationalRoamingOff", "noPermissionsToReadFile", "clientCertificateRejected", "clientCertificateRequired", "dataLengthExceedsMaximum", "requestBodyStreamExhausted", "serverCertificateUntrusted", "userAuthenticationRequired", "serverCertificateHasBadDate", "serverCertificateNotYetValid", "userCancelledAuthentication", "redirectToNonExistentLocation", "serverCertificateHasUnknownRoot", "appTransportSecurityRequiresSecureConnection"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "error": "NSURLErrorCannotFindHost"}"##),
            ##"barricade.json:2:24, $.sets[0].responses[0].error: knows no error "NSURLErrorCannotFindHost": write "cannotFindHost"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "error": -1009}"##),
            ##"barricade.json:2:24, $.sets[0].responses[0].error: wants the string "notConnectedToInternet", got -1009."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "error": -1}"##),
            ##"barricade.json:2:24, $.sets[0].responses[0].error: wants the string "unknown", got -1."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "text": "a", "failing": "offline"}"##),
            ##"barricade.json:2:39, $.sets[0].responses[0].failing: knows no error "offline": write "notConnectedToInternet"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "error": {"domain": "D"}}"##),
            ##"barricade.json:2:24, $.sets[0].responses[0].error: wants a key "code"."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "error": "timedOut", "status": 500}"##),
            ##"barricade.json:2:36, $.sets[0].responses[0].status: cannot stand beside "error"."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "live": true, "delay": 1}"##),
            ##"barricade.json:2:29, $.sets[0].responses[0].delay: cannot stand beside "live"."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "neverAnswers": false}"##),
            ##"barricade.json:2:31, $.sets[0].responses[0].neverAnswers: wants true (or no such key), got false."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "redirect": "http://[" }"##),
            ##"barricade.json:2:1, $.sets[0].responses[0]: cannot be sent: it redirects to "http://[", which is not a URL."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "body": {"id": 1}}"##),
            ##"barricade.json:2:15, $.sets[0].responses[0].body: is no key of a response: write "json", "text", "base64" or "file"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "sequence": []}"##),
            ##"barricade.json:2:27, $.sets[0].responses[0].sequence: wants at least one response."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "sequence": [{"weight": 2}]}"##),
            ##"barricade.json:2:29, $.sets[0].responses[0].sequence[0].weight: is for the responses of "weighted"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "sequence": [{"times": 0}]}"##),
            ##"barricade.json:2:38, $.sets[0].responses[0].sequence[0].times: wants a whole number from 1, got 0."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "sequence": [{}], "then": "loop"}"##),
            ##"barricade.json:2:41, $.sets[0].responses[0].then: knows no end "loop". Known: "fail", "cycle", "nextSet", "repeatLast"."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "text": "a", "then": "cycle"}"##),
            ##"barricade.json:2:28, $.sets[0].responses[0].then: needs "sequence" beside it."##),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "weighted": [{"weight": -1}]}"##),
            ##"barricade.json:2:39, $.sets[0].responses[0].weighted[0].weight: wants a number from 0, got -1."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "weighted": [{"weight": 0}]}"##),
            ##"barricade.json:2:1, $.sets[0].responses[0]: cannot be sent: its weights are negative or infinite, or all of them are 0."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "times": 2}"##),
            ##"barricade.json:2:15, $.sets[0].responses[0].times: is for the responses of a sequence."##
        ),
        BadManifest(
            ManifestText.responses(
                ##"{"name": "R", "failing": {"error": "timedOut", "afterBytes": 1, "afterChunks": 1}, "chunks": []}"##
            ),
            ##"barricade.json:2:65, $.sets[0].responses[0].failing.afterChunks: cannot stand beside "afterBytes"."##
        ),
        BadManifest(
            ManifestText.responses(
                ##"{"name": "R", "text": "a", "failing": {"error": "timedOut", "afterEvents": 1}}"##
            ),
            ##"barricade.json:2:1, $.sets[0].responses[0]: cannot be sent: it fails after a number of events, and its body is not one of .events."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "chunks": ["a"], "malformingJSON": true}"##),
            ##"barricade.json:2:32, $.sets[0].responses[0].malformingJSON: needs "file", "json", "text" or "base64" beside it."##
        ),
        BadManifest(
            ManifestText.responses(
                ##"{"name": "R", "json": {"id": 1}, "setting": [{"at": "id", "value": 2}]}"##),
            ##"barricade.json:2:1, $.sets[0].responses[0]: cannot be sent: "id" is not a JSON pointer (RFC 6901); "/id" is one."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(
                ##"{"name": "R", "json": {"id": 1}, "setting": [{"at": "/id"}]}"##),
            ##"barricade.json:2:46, $.sets[0].responses[0].setting[0]: wants one of "path", "query", "header", "form", "body", "date" or "value"."##
        ),
        BadManifest(
            ManifestText.responses(
                ##"{"name": "R", "json": {"id": 1}, "setting": [{"at": "/id", "body": "/id", "as": "number"}]}"##
            ),
            ##"barricade.json:2:75, $.sets[0].responses[0].setting[0].as: needs "path", "query", "header" or "form" beside it."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "delay": "1"}"##),
            ##"barricade.json:2:24, $.sets[0].responses[0].delay: wants seconds, a number from 0 to 1000000000, got a string."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "delay": {"uniform": [2, 1]}}"##),
            ##"barricade.json:2:36, $.sets[0].responses[0].delay.uniform: wants the shortest and the longest wait."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "delay": {"uniform": [1]}}"##),
            ##"barricade.json:2:36, $.sets[0].responses[0].delay.uniform: wants the shortest and the longest wait."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "delay": {"fixed": 1}}"##),
            ##"barricade.json:2:25, $.sets[0].responses[0].delay.fixed: needs "plusUpTo" beside it."##
        ),
        BadManifest(
            ManifestText.responses(##"{"name": "R", "delay": {"logNormal": {"median": 1}}}"##),
            ##"barricade.json:2:38, $.sets[0].responses[0].delay.logNormal: wants a key "sigma"."##),
    ]

    private static let presets: [BadManifest] = [
        BadManifest(
            ManifestText.preset(##"{"select": {"S": "R"}}"##),
            ##"barricade.json:2:1, $.presets[0]: wants a key "name"."##),
        BadManifest(
            ManifestText.preset(##"{"name": "P", "select": {"T": "R"}}"##),
            ##"barricade.json:2:31, $.presets[0].select.T: knows no set "T". Known: "S"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.preset(##"{"name": "P", "select": {"S": "Q"}}"##),
            ##"barricade.json:2:31, $.presets[0].select.S: knows no response "Q". Known: "R"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.preset(##"{"name": "P", "select": {"S": "R", "S": "R"}}"##),
            ##"barricade.json:2:36, $.presets[0].select.S: is here twice, first in line 2."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.preset(##"{"name": "P", "everySet": "Offline"}"##),
            ##"barricade.json:2:27, $.presets[0].everySet: knows no response "Offline". Known: "R"."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.preset(##"{"name": "P"}"##),
            ##"barricade.json:2:2, $.presets[0].name: needs "select" or "everySet" beside it."##),
        BadManifest(
            ManifestText.preset(##"{"name": "P", "select": {}}, {"name": "P", "select": {}}"##),
            ##"barricade.json:2:30, $.presets[1]: has the name of another preset, "P" (barricade.json:2)."##,
            isBeyondSchema: true),
        BadManifest(
            ManifestText.preset(##"{"name": "P", "select": {"S": 1}}"##),
            ##"barricade.json:2:31, $.presets[0].select.S: wants a name, got 1."##),
    ]
}
