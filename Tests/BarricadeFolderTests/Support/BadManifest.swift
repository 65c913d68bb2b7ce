import Foundation
import Testing

/// A manifest with mistakes, and the messages for them.
struct BadManifest {
    let text: String
    /// A file is named unless it is the manifest.
    let messages: [String]
    let location: SourceLocation

    static let all = inSchema + beyondSchema

    private init(_ text: String, _ messages: [String], _ location: SourceLocation) {
        self.text = text
        self.messages = messages.map {
            $0.first?.isNumber == true ? "barricade.json:\($0)" : $0
        }
        self.location = location
    }

    private static func root(
        _ part: String, _ messages: String..., at location: SourceLocation = #_sourceLocation
    ) -> BadManifest {
        BadManifest(ManifestText.root(part), messages, location)
    }

    private static func set(
        _ part: String, _ messages: String..., at location: SourceLocation = #_sourceLocation
    ) -> BadManifest {
        BadManifest(ManifestText.set(part), messages, location)
    }

    private static func clause(
        _ part: String, _ messages: String..., at location: SourceLocation = #_sourceLocation
    ) -> BadManifest {
        BadManifest(ManifestText.clause(part), messages, location)
    }

    private static func responses(
        _ part: String, _ messages: String..., at location: SourceLocation = #_sourceLocation
    ) -> BadManifest {
        BadManifest(ManifestText.responses(part), messages, location)
    }

    private static func preset(
        _ part: String, _ messages: String..., at location: SourceLocation = #_sourceLocation
    ) -> BadManifest {
        BadManifest(ManifestText.preset(part), messages, location)
    }
}

extension BadManifest {
    // In one path a slash has a combining mark, which makes it another `Character`. No value of a
    // header or status is quoted, which may be a secret.
    /// Mistakes that a JSON Schema can say.
    static let inSchema: [BadManifest] = [
        BadManifest("[]", ["1:1, $: wants an object, got an array."], #_sourceLocation),
        .root(
            #""version": 2, "sets": []"#,
            "2:12, $.version: wants version 1, got 2: the folder is newer than this version of Barricade."
        ),
        .root(#""version": "1", "sets": []"#, "2:12, $.version: wants 1, got a string."),
        .root(#""sets": []"#, #"1:1, $: wants a key "version"."#),
        .root(#""version": 1"#, #"1:1, $: wants a key "sets"."#),
        .root(
            #""version": 1, "sets": [], "stes": []"#,
            #"2:27, $.stes: is no key of a manifest. Did you mean "sets"? Known: "sets", "$schema", "presets", "version", "comment"."#
        ),
        .root(
            #""version": 1, "sets": [], "comment": 7"#, "2:38, $.comment: wants a string, got 7."),
        .root(#""version": 1, "sets": {}"#, "2:23, $.sets: wants an array, got an object."),
        .set("7", "2:1, $.sets[0]: wants an object, got 7."),
        .set(#""../set.json""#, #"2:1, $.sets[0]: wants a path in the folder, got one with ".."."#),
        .set(
            #""/etc/set.json""#, "2:1, $.sets[0]: wants a path in the folder, got an absolute one."),
        .clause(#"{"all": "GET /"}"#, "2:9, $.sets[0].on.all: wants an array, got a string."),
        .responses(
            #"{"name": "R", "status": 99}"#,
            "2:25, $.sets[0].responses[0].status: wants a whole number from 200 to 599, got 99."),
        .responses(
            #"{"name": "R", "base64": "a"}"#,
            "2:25, $.sets[0].responses[0].base64: is not base64 (RFC 4648)."),
        .responses(
            #"{"name": "R", "redirect": 302}"#,
            "2:27, $.sets[0].responses[0].redirect: wants a URL or path, got 302."),
        .responses(
            #"{"name": "R", "neverAnswers": false}"#,
            "2:31, $.sets[0].responses[0].neverAnswers: wants true (or no such key), got false."),
        .set(
            #"{"name": "S", "on": "GET /", "responses": {}}"#,
            "2:43, $.sets[0].responses: wants an array, got an object."),
        .set(#"{"name": "S", "on": "GET /"}"#, #"2:1, $.sets[0]: wants a key "responses"."#),
        .set(
            #"{"name": "S", "responses": [{"name": "R"}]}"#, #"2:1, $.sets[0]: wants a key "on"."#),
        .set(
            #"{"on": "GET /", "responses": [{"name": "R"}]}"#,
            #"2:1, $.sets[0]: wants a key "name"."#),
        .set(
            #"{"name": "", "on": "GET /", "responses": [{"name": "R"}]}"#,
            "2:10, $.sets[0].name: wants a name, got an empty string."),
        .set(
            #"{"name": "S", "on": "GET /", "responses": []}"#,
            "2:43, $.sets[0].responses: wants at least one response."),
        .set(
            #"{"name": "S", "on": "GET /", "response": [{"name": "R"}], "responses": [{"name": "R"}]}"#,
            #"2:30, $.sets[0].response: is no key of a set. Did you mean "responses"? Known: "responses", "on", "name", "group", "default", "delay", "comment"."#
        ),
        .set(
            #"{"name": "S", "on": "GET /", "query": {"a": "1"}, "responses": [{"name": "R"}]}"#,
            #"2:30, $.sets[0].query: is no key of a set: write "on": "GET /login", or clauses: "on": {"all": […]}."#
        ),
        .set(
            #"{"set": "S", "on": "GET /", "responses": [{"name": "R"}]}"#,
            #"2:1, $.sets[0]: wants a key "name"."#,
            #"2:2, $.sets[0].set: is no key of a set: write "name"."#),
        .set(#""./a.json""#, #"2:1, $.sets[0]: wants a path in the folder without "." before it."#),
        .set(
            #"{"$schema": "x", "name": "S", "on": "GET /", "responses": [{"name": "R"}]}"#,
            #"2:2, $.sets[0]["$schema"]: is no key of a set. Known: "name", "delay", "comment", "on", "group", "default", "responses"."#
        ),
        .set(#"{"resource": "Books", "items": []}"#, #"2:1, $.sets[0]: wants a key "at"."#),
        .set(
            #"{"resource": "Books", "at": "/books", "file": "a.json", "items": []}"#,
            #"2:57, $.sets[0].items: cannot stand beside "file"."#),
        .set(
            #"{"resource": "Books", "at": "/books", "ids": "guids"}"#,
            #"2:46, $.sets[0].ids: knows no source "guids". Did you mean "uuids"? Known: "uuids", "given", "numbers"."#
        ),
        .clause(#""""#, "2:1, $.sets[0].on: wants a pattern or a clause, got an empty string."),
        .clause(
            "{}",
            #"2:1, $.sets[0].on: wants one of "all", "either", "not", "method", "scheme", "host" and 16 more."#
        ),
        .clause(
            #"{"metod": "PURGE"}"#,
            #"2:2, $.sets[0].on.metod: is no key of a clause. Did you mean "method"? Known: "method", "not", "regex", "on", "body", "json", "data", "all", "either", "host", "port", "query", "header", "url", "form", "part", "scheme", "arrays", "comment", "graphQL", "multipart", "fileName", "formExactly", "jsonExactly", "contentType", "pathExtension", "queryExactly", "trailingSlash"."#
        ),
        .clause(
            #"{"get": "/cart"}"#,
            #"2:2, $.sets[0].on.get: is no key of a clause: write "GET /login", with more clauses in "all"."#
        ),
        .clause(
            #"{"method": "PURGE", "path": "/cache"}"#,
            #"2:21, $.sets[0].on.path: is no key of a clause: write a pattern for it, "/login" or "GET /login", with more clauses in "all"."#
        ),
        .clause(
            #"{"method": "PURGE", "query": {"page": "2"}}"#,
            #"2:21, $.sets[0].on.query: cannot stand beside "method": write a clause for each in "all"."#,
            #"2:30, $.sets[0].on.query: wants an array like ["page", "2"], got an object."#),
        .clause(#"{"either": []}"#, "2:12, $.sets[0].on.either: wants at least one clause."),
        .clause(
            #"{"not": {"port": 70000}}"#,
            "2:18, $.sets[0].on.not.port: wants a whole number from 0 to 65535, got 70000."),
        .clause(
            #"{"query": "page"}"#,
            #"2:11, $.sets[0].on.query: wants an array like ["page", "2"], got a string."#),
        .clause(
            #"{"query": ["page", "2", "3"]}"#,
            "2:11, $.sets[0].on.query: wants a name, or a name and a value."),
        .clause(
            #"{"query": ["page", {"is": "2"}]}"#,
            #"2:21, $.sets[0].on.query[1].is: is no key of an expectation. Known: "prefix", "regex", "absent", "noValue", "comment", "containing"."#
        ),
        .clause(
            #"{"header": ["Accept", {"prefix": "a", "containing": "b"}]}"#,
            #"2:39, $.sets[0].on.header[1].containing: cannot stand beside "prefix"."#),
        .clause(
            #"{"scheme": "https", "on": "url"}"#,
            #"2:21, $.sets[0].on.on: needs "regex" beside it."#),
        .clause(
            #"{"json": {}, "arrays": "sorted"}"#,
            #"2:24, $.sets[0].on.arrays: knows no order "sorted". Known: "asWritten", "any"."#),
        .clause(
            #"{"trailingSlash": false}"#,
            "2:19, $.sets[0].on.trailingSlash: wants true (or no such key), got false."),
        .clause(
            #"{"body": {"base64": "%%%"}}"#,
            "2:21, $.sets[0].on.body.base64: is not base64 (RFC 4648)."),
        .responses(
            #"{"name": "R", "stauts": 201}"#,
            #"2:15, $.sets[0].responses[0].stauts: is no key of a response. Did you mean "status"? Known: "status", "times", "text", "events", "name", "headers", "chunks", "setting", "then", "weight", "file", "json", "base64", "every", "error", "live", "sequence", "delay", "for", "failing", "weighted", "comment", "redirect", "recorded", "httpVersion", "contentType", "neverAnswers", "malformingJSON"."#
        ),
        .responses(
            #"{"name": "R", "status": 200.5}"#,
            "2:25, $.sets[0].responses[0].status: wants a whole number from 200 to 599, got a number."
        ),
        .set(
            #"{"name": "S", "on": "GET /", "default": "Q", "responses": [{}]}"#,
            #"2:41, $.sets[0].default: knows no response "Q". Known: none."#,
            #"2:60, $.sets[0].responses[0]: wants a key "name"."#),
        .responses(
            #"{"name": "R", "json": 1, "text": "a"}"#,
            #"2:26, $.sets[0].responses[0].text: cannot stand beside "json"."#),
        .responses(
            #"{"name": "R", "file": "a.json", "error": "timedOut"}"#,
            #"2:33, $.sets[0].responses[0].error: cannot stand beside "file"."#),
        .responses(
            #"{"name": "R", "file": "../a.json"}"#,
            #"2:23, $.sets[0].responses[0].file: wants a path in the folder, got one with ".."."#),
        .responses(
            #"{"name": "R", "file": "../\u0301a.json"}"#,
            #"2:23, $.sets[0].responses[0].file: wants a path in the folder, got one with ".."."#),
        .responses(
            #"{"name": "R", "file": "/a.json"}"#,
            "2:23, $.sets[0].responses[0].file: wants a path in the folder, got an absolute one."),
        .responses(
            #"{"name": "R", "file": ""}"#,
            #"2:23, $.sets[0].responses[0].file: wants a path like "books/all.json"."#),
        .responses(
            #"{"name": "R", "headers": {"A": "b"}}"#,
            #"2:26, $.sets[0].responses[0].headers: wants an array like [["ETag", "7"]], got an object."#
        ),
        .responses(
            #"{"name": "R", "headers": "hunter2", "status": "hunter2"}"#,
            #"2:26, $.sets[0].responses[0].headers: wants an array like [["ETag", "7"]], got a string."#,
            "2:47, $.sets[0].responses[0].status: wants a whole number from 200 to 599, got a string."
        ),
        .responses(
            #"{"name": "R", "headers": [["A"]]}"#,
            "2:27, $.sets[0].responses[0].headers[0]: wants a name and a value."),
        .responses(
            #"{"name": "R", "headers": [["A b", "c"]]}"#,
            #"2:27, $.sets[0].responses[0].headers[0]: header name "A b" is not a token (RFC 9110, 5.6.2)."#
        ),
        .responses(
            #"{"name": "R", "headers": [["A", "b\nc"]]}"#,
            "2:27, $.sets[0].responses[0].headers[0]: the value of header A holds a line break or a zero byte."
        ),
        .responses(
            #"{"name": "R", "text": "", "contentType": "a/b\nX-A: 1"}"#,
            "2:1, $.sets[0].responses[0]: cannot be sent: the value of header Content-Type holds a line break or a zero byte."
        ),
        .responses(
            #"{"name": "R", "contentType": "text/html"}"#,
            #"2:15, $.sets[0].responses[0].contentType: needs "file", "json", "text", "base64" or "chunks" beside it."#
        ),
        .responses(
            #"{"name": "R", "events": ["a"], "contentType": "text/html"}"#,
            #"2:32, $.sets[0].responses[0].contentType: needs "file", "json", "text", "base64" or "chunks" beside it."#
        ),
        .responses(
            #"{"name": "R", "events": [{"commentLine": "a", "data": "b"}]}"#,
            #"2:47, $.sets[0].responses[0].events[0].data: cannot stand beside "commentLine"."#),
        .responses(
            #"{"name": "R", "text": "a", "every": 1}"#,
            #"2:28, $.sets[0].responses[0].every: needs "events" or "chunks" beside it."#),
        .responses(
            #"{"name": "R", "chunks": ["a"], "every": -1}"#,
            "2:41, $.sets[0].responses[0].every: wants seconds, a number from 0 to 1000000000, got -1."
        ),
        .responses(
            #"{"name": "R", "error": "timeOut"}"#,
            #"2:24, $.sets[0].responses[0].error: knows no error "timeOut": write "timedOut"."#),
        .responses(
            #"{"name": "R", "error": "timed"}"#,
            #"2:24, $.sets[0].responses[0].error: knows no error "timed". Did you mean "timedOut"? Known: "timedOut", "badURL", "cancelled", "unknown", "callIsActive", "dataNotAllowed", "cannotFindHost", "dnsLookupFailed", "fileIsDirectory", "unsupportedURL", "fileDoesNotExist", "zeroByteResource", "badServerResponse", "cannotDecodeRawData", "httpTooManyRedirects", "cannotConnectToHost", "cannotParseResponse", "cannotLoadFromNetwork", "resourceUnavailable", "secureConnectionFailed", "networkConnectionLost", "notConnectedToInternet", "cannotDecodeContentData", "internationalRoamingOff", "noPermissionsToReadFile", "clientCertificateRejected", "clientCertificateRequired", "dataLengthExceedsMaximum", "requestBodyStreamExhausted", "serverCertificateUntrusted", "userAuthenticationRequired", "serverCertificateHasBadDate", "serverCertificateNotYetValid", "userCancelledAuthentication", "redirectToNonExistentLocation", "serverCertificateHasUnknownRoot", "appTransportSecurityRequiresSecureConnection"."#
        ),
        .responses(
            #"{"name": "R", "error": "NSURLErrorCannotFindHost"}"#,
            #"2:24, $.sets[0].responses[0].error: knows no error "NSURLErrorCannotFindHost": write "cannotFindHost"."#
        ),
        .responses(
            #"{"name": "R", "error": -1009}"#,
            #"2:24, $.sets[0].responses[0].error: wants the string "notConnectedToInternet", got -1009."#
        ),
        .responses(
            #"{"name": "R", "text": "a", "failing": "offline"}"#,
            #"2:39, $.sets[0].responses[0].failing: knows no error "offline": write "notConnectedToInternet"."#
        ),
        .responses(
            #"{"name": "R", "error": {"domain": "D"}}"#,
            #"2:24, $.sets[0].responses[0].error: wants a key "code"."#),
        .responses(
            #"{"name": "R", "error": "timedOut", "status": 500}"#,
            #"2:36, $.sets[0].responses[0].status: cannot stand beside "error"."#),
        .responses(
            #"{"name": "R", "live": true, "delay": 1}"#,
            #"2:29, $.sets[0].responses[0].delay: cannot stand beside "live"."#),
        .responses(
            #"{"response": "R", "text": "a"}"#,
            #"2:1, $.sets[0].responses[0]: wants a key "name"."#,
            #"2:2, $.sets[0].responses[0].response: is no key of a response: write "name"."#),
        .responses(
            #"{"name": "R", "body": {"id": 1}}"#,
            #"2:15, $.sets[0].responses[0].body: is no key of a response: write "json", "text", "base64" or "file"."#
        ),
        .responses(
            #"{"name": "R", "sequence": []}"#,
            "2:27, $.sets[0].responses[0].sequence: wants at least one response."),
        .responses(
            #"{"name": "R", "sequence": [{"times": 0}]}"#,
            "2:38, $.sets[0].responses[0].sequence[0].times: wants a whole number from 1, got 0."),
        .responses(
            #"{"name": "R", "sequence": [{}], "then": "loop"}"#,
            #"2:41, $.sets[0].responses[0].then: knows no end "loop". Known: "fail", "cycle", "nextSet", "repeatLast"."#
        ),
        .responses(
            #"{"name": "R", "text": "a", "then": "cycle"}"#,
            #"2:28, $.sets[0].responses[0].then: needs "sequence" beside it."#),
        .responses(
            #"{"name": "R", "weighted": [{"weight": -1}]}"#,
            "2:39, $.sets[0].responses[0].weighted[0].weight: wants a number from 0, got -1."),
        // The others keep their places.
        .responses(
            #"7, {"weight": 1}, {"name": "R", "sequence": [7, {"weight": 1}]}"#,
            "2:1, $.sets[0].responses[0]: wants an object, got 7.",
            #"2:4, $.sets[0].responses[1]: wants a key "name"."#,
            #"2:5, $.sets[0].responses[1].weight: is for the responses of "weighted"."#,
            "2:46, $.sets[0].responses[2].sequence[0]: wants an object, got 7.",
            #"2:50, $.sets[0].responses[2].sequence[1].weight: is for the responses of "weighted"."#
        ),
        .responses(
            #"{"name": "R", "times": 2}"#,
            "2:15, $.sets[0].responses[0].times: is for the responses of a sequence."),
        .responses(
            #"{"name": "R", "failing": {"error": "timedOut", "afterBytes": 1, "afterChunks": 1}, "chunks": []}"#,
            #"2:65, $.sets[0].responses[0].failing.afterChunks: cannot stand beside "afterBytes"."#),
        .responses(
            #"{"name": "R", "chunks": ["a"], "malformingJSON": true}"#,
            #"2:32, $.sets[0].responses[0].malformingJSON: needs "file", "json", "text" or "base64" beside it."#
        ),
        .responses(
            #"{"name": "R", "json": {"id": 1}, "setting": [{"at": "/id"}]}"#,
            #"2:46, $.sets[0].responses[0].setting[0]: wants one of "path", "query", "header", "form", "body", "date" or "value"."#
        ),
        .responses(
            #"{"name": "R", "json": {"id": 1}, "setting": [{"at": "/id", "body": "/id", "as": "number"}]}"#,
            #"2:75, $.sets[0].responses[0].setting[0].as: needs "path", "query", "header" or "form" beside it."#
        ),
        .responses(
            #"{"name": "R", "delay": "1"}"#,
            "2:24, $.sets[0].responses[0].delay: wants seconds, a number from 0 to 1000000000, got a string."
        ),
        .responses(
            #"{"name": "R", "delay": {"uniform": [1]}}"#,
            "2:36, $.sets[0].responses[0].delay.uniform: wants the shortest and the longest wait."),
        .responses(
            #"{"name": "R", "delay": {"fixed": 1}}"#,
            #"2:25, $.sets[0].responses[0].delay.fixed: needs "plusUpTo" beside it."#),
        .responses(
            #"{"name": "R", "delay": {"logNormal": {"median": 1}}}"#,
            #"2:38, $.sets[0].responses[0].delay.logNormal: wants a key "sigma"."#),
        .preset(#"{"select": {"S": "R"}}"#, #"2:1, $.presets[0]: wants a key "name"."#),
        .preset(
            #"{"preset": "P", "select": {"S": "R"}}"#,
            #"2:1, $.presets[0]: wants a key "name"."#,
            #"2:2, $.presets[0].preset: is no key of a preset: write "name"."#),
        .preset(
            #"{"name": "P"}"#, #"2:2, $.presets[0].name: needs "select" or "everySet" beside it."#),
        .preset(
            #"{"name": "P", "select": {"S": 1}}"#,
            "2:31, $.presets[0].select.S: wants a name, got 1."),
    ]

    /// Mistakes that it cannot say: names, files, expressions, duplicate keys, broken JSON.
    static let beyondSchema: [BadManifest] = [
        .root(
            #""version": 1, "version": 1, "sets": []"#,
            "2:15, $.version: is here twice, first in line 2."),
        .root(
            #""version": 1, "sets": [],"#,
            "3:1: comes after a comma, which JSON does not allow: remove the comma."),
        .root(
            #""version": 1, "sets": ["a.json", ]"#,
            "2:34: comes after a comma, which JSON does not allow: remove the comma."),
        .root(
            #""version": 1, // mine"#,
            #"2:15: is a comment, which JSON has not: write a member "comment"."#),
        .root(
            #""version": 1 /* mine */"#,
            #"2:14: is a comment, which JSON has not: write a member "comment"."#),
        .root(
            "# mine", #"2:1: is a comment, which JSON has not: write a member "comment"."#),
        .root(
            "\"version\": 1,\n<<<<<<< HEAD\n\"sets\": []\n=======\n\"sets\": [\"a.json\"]\n>>>>>>> b",
            "3:1: is the mark of a merge conflict: resolve it."),
        .root("'version': 1", "2:1: is a single quotation mark, and JSON wants double ones."),
        .root(#""version": 1, "sets": [nul]"#, "2:27: is not JSON here: wants a value."),
        .root(#""version": 1 "sets": []"#, #"2:14: is not JSON here: wants "," or "}"."#),
        .root("version: 1", "2:1: is not JSON here: wants a key in double quotation marks."),
        .root(#""version" = 1"#, #"2:11: is not JSON here: wants ":"."#),
        .root(#""version": True"#, "2:12: is not JSON here: wants a value."),
        .root(#""version": 1, "sets": [}"#, "2:24: is not JSON here: wants a value."),
        .root(#""version": "a\l""#, #"2:15: is not JSON here: wants "\\" for a backslash."#),
        .root(#""version": "a\#n""#, #"2:14: is not JSON here: wants "\n" for a line break."#),
        .root(#""version": 1}"#, "3:1: is not JSON here: wants the end of the text."),
        .root(#""version": 1, "sets": ["#, "3:1: is not JSON here: wants a value."),
        .set(
            #"{"name": "S", "on": "GET /", "default": "Q", "responses": [{"name": "R"}]}"#,
            #"2:41, $.sets[0].default: knows no response "Q". Known: "R"."#),
        .set(
            #"{"name": "S", "on": "GET /", "responses": [{"name": "R"}]}, {"name": "S", "on": "GET /b", "responses": [{"name": "R"}]}"#,
            #"2:61, $.sets[1]: has the name of another set, "S" (barricade.json:2)."#),
        .set(#""a.jsn""#, #"2:1, $.sets[0]: names "a.jsn", which is missing. Nearest: "a.json"."#),
        .set(
            #""Foldr/B.json""#,
            #"2:1, $.sets[0]: names "Foldr/B.json", which is missing. Nearest: "folder/b.json"."#),
        .set(
            #""missing/set.json""#, #"2:1, $.sets[0]: names "missing/set.json", which is missing."#),
        .set(
            #""a.json""#, #"a.json:1:1, $: wants a key "on"."#,
            #"a.json:1:1, $: wants a key "responses"."#,
            #"a.json:1:2, $.id: is no key of a set. Known: "on", "name", "group", "delay", "default", "comment", "responses"."#
        ),
        .set(
            #""a.json", "a.json""#, #"2:11, $.sets[1]: names "a.json", as another entry does."#,
            #"a.json:1:1, $: wants a key "on"."#, #"a.json:1:1, $: wants a key "responses"."#,
            #"a.json:1:2, $.id: is no key of a set. Known: "on", "name", "group", "delay", "default", "comment", "responses"."#
        ),
        .set(
            #"{"resource": "Books", "at": "/books"}, {"resource": "Books", "at": "/b"}"#,
            #"2:40, $.sets[1]: has the name of another set, "List Books" (barricade.json:2)."#),
        .set(
            #"{"resource": "Books", "at": "/books", "items": [{"title": "no id"}]}"#,
            "2:49, $.sets[0].items[0]: is no item: $.id is missing."),
        .set(
            #"{"resource": "Books", "at": "/books", "items": [{"id": 1}, {"id": 1}]}"#,
            #"2:1, $.sets[0]: Resource "Books" (barricade.json:2) cannot be used: it starts with two items with id "1"."#
        ),
        .set(
            #"{"resource": "Books", "at": "/books", "items": [{"id": 1}, {"id": "b"}]}"#,
            "2:60, $.sets[0].items[1]: is no item: $.id is not a whole number."),
        .set(
            #"{"resource": "Books", "at": "books"}"#,
            #"2:1, $.sets[0]: never matches: pattern "books" cannot be read: it starts neither with / nor with a scheme and host; write "/books"."#
        ),
        .set(
            #"{"resource": "Books", "at": "/books", "file": "a.json"}"#,
            #"2:1, $.sets[0]: Resource "Books" (barricade.json:2) cannot be used: the file "a.json" does not hold an array of Item<Int>: it is not an array."#
        ),
        .clause(
            #""books""#,
            #"2:1, $.sets[0].on: never matches: pattern "books" cannot be read: it starts neither with / nor with a scheme and host; write "/books"."#
        ),
        .clause(
            #""POST/books""#,
            #"2:1, $.sets[0].on: never matches: a space is missing: write "POST /books"."#
        ),
        .clause(
            #""post /books""#,
            #"2:1, $.sets[0].on: never matches: methods have capital letters: write "POST /books"."#
        ),
        .clause(
            #""GET /login ""#,
            #"2:1, $.sets[0].on: never matches: pattern "/login " cannot be read: there is a space around it."#
        ),
        .clause(
            #""/login POST""#,
            #"2:1, $.sets[0].on: never matches: pattern "/login POST" cannot be read: it ends in a method, which comes first."#
        ),
        .clause(
            #""GET  /login""#,
            #"2:1, $.sets[0].on: never matches: there are two spaces: write "GET /login"."#),
        .clause(
            #""POTS /login""#,
            #"2:1, $.sets[0].on: never matches: there is no method POTS: write "POST /login"."#),
        .clause(
            #""DELET /login""#,
            #"2:1, $.sets[0].on: never matches: there is no method DELET: write "DELETE /login"."#),
        .clause(
            #"{"header": ["Accept", {"noValue": true}]}"#,
            "2:1, $.sets[0].on: never matches: a header field always has a value, so .noValue matches none."
        ),
        .clause(
            #"{"regex": "["}"#,
            #"2:1, $.sets[0].on: never matches: regex "[" cannot be read: it is not a regular expression that NSRegularExpression accepts."#
        ),
        .clause(
            #"{"json": "{\"a\": 1}"}"#,
            "2:1, $.sets[0].on: never matches: .json is given text that is JSON itself: write it as a literal, .json([…])."
        ),
        .clause(
            #"{"host": "a b"}"#,
            #"2:1, $.sets[0].on: never matches: host "a b" cannot be read: "a b" is not a host: write "api.example.com", "*.example.com" or "localhost:8080"."#
        ),
        .responses(
            #"{"name": "R"}, {"name": "R"}"#,
            #"2:16, $.sets[0].responses[1]: has the name of another response, "R" (barricade.json:2)."#
        ),
        .responses(
            #"{"name": "R", "file": "b.json"}"#,
            #"2:23, $.sets[0].responses[0].file: names "b.json", which is missing. Nearest: "folder/b.json"."#
        ),
        .responses(
            #"{"name": "R", "file": "folder"}"#,
            #"2:23, $.sets[0].responses[0].file: names "folder", which is a folder."#),
        .responses(
            #"{"name": "R", "file": "link.json"}"#,
            #"2:23, $.sets[0].responses[0].file: names "link.json", which is a link out of the folder."#
        ),
        .responses(
            #"{"name": "R", "redirect": "http://[" }"#,
            #"2:1, $.sets[0].responses[0]: cannot be sent: it redirects to "http://[", which is not a URL."#
        ),
        .responses(
            #"{"name": "R", "sequence": [{"weight": 2}]}"#,
            #"2:29, $.sets[0].responses[0].sequence[0].weight: is for the responses of "weighted"."#
        ),
        .responses(
            #"{"name": "R", "weighted": [{"weight": 0}]}"#,
            "2:1, $.sets[0].responses[0]: cannot be sent: its weights are negative or infinite, or all of them are 0."
        ),
        .responses(
            #"{"name": "R", "text": "a", "failing": {"error": "timedOut", "afterEvents": 1}}"#,
            "2:1, $.sets[0].responses[0]: cannot be sent: it fails after a number of events, and its body is not one of .events."
        ),
        .responses(
            #"{"name": "R", "json": {"id": 1}, "setting": [{"at": "id", "value": 2}]}"#,
            #"2:1, $.sets[0].responses[0]: cannot be sent: "id" is not a JSON pointer (RFC 6901); "/id" is one."#
        ),
        .responses(
            #"{"name": "R", "delay": {"uniform": [2, 1]}}"#,
            "2:36, $.sets[0].responses[0].delay.uniform: wants the shortest and the longest wait."),
        .preset(
            #"{"name": "P", "select": {"T": "R"}}"#,
            #"2:31, $.presets[0].select.T: knows no set "T". Known: "S"."#),
        .preset(
            #"{"name": "P", "select": {"S": "Q"}}"#,
            #"2:31, $.presets[0].select.S: knows no response "Q". Known: "R"."#),
        .preset(
            #"{"name": "P", "select": {"S": "R", "S": "R"}}"#,
            "2:36, $.presets[0].select.S: is here twice, first in line 2."),
        .preset(
            #"{"name": "P", "everySet": "Offline"}"#,
            #"2:27, $.presets[0].everySet: knows no response "Offline". Known: "R"."#),
        .preset(
            #"{"name": "P", "select": {}}, {"name": "P", "select": {}}"#,
            #"2:30, $.presets[1]: has the name of another preset, "P" (barricade.json:2)."#),
    ]
}
