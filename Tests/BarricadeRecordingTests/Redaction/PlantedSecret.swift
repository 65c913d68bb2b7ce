import Barricade
import BarricadeRecording

@testable import TestSupport

/// A secret in the places of an exchange whose data are judged.
enum PlantedSecret {
    /// The exchanges, by the place that holds the secret.
    typealias Places = KeyValuePairs<String, Exchange>

    /// Returns a secret in every place where it can be told from other text.
    static func all(of secret: SecretCorpus.Secret) -> Places {
        if secret.isOfTokens { return besideTokens(secret.value) }
        guard let name = secret.name else { return byForm(secret.value) }
        return byName(name, secret.value)
    }

    private static let url = "https://api.example.com/v1/things/7"

    private static func json(_ text: String) -> String { JSONValue.string(text).description }

    private static func entities(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            "\"", with: "&quot;")
    }

    // MARK: By name

    private static func byName(_ name: String, _ value: String) -> Places {
        let member = "{\(json(name)):\(json(value))}"
        let item = "\(name)=\(value.percentEncoded)"
        let part =
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--b--\r\n"
        return [
            "query": .reply("", to: "\(url)?\(item)&page=2"),
            "query in a redirect": .reply("", headers: ["Location": "/next?\(item)"]),
            "link": .reply("", headers: ["Link": "<\(url)?\(item)>; rel=\"next\""]),
            "fragment": .reply("", to: "\(url)#\(item)"),
            "path parameter": .reply("", to: "\(url);\(item)/a"),
            "request header": .reply("", requestHeaders: ["X-\(name)": value]),
            "reply header": .reply("", headers: ["x-\(name)": value]),
            "request body": .reply("", requestBody: member),
            "JSON": .reply("{ \"id\": 7, \(member.dropFirst().dropLast()) }"),
            "JSON with escapes": .reply("{\"\(name.escapedUnits)\":\"\(value.escapedUnits)\"}"),
            "deep JSON": .reply(
                String(repeating: "{\"a\":[", count: 200) + member
                    + String(repeating: "]}", count: 200)),
            "JSON pair": .reply("[{\"name\":\(json(name)),\"value\":\(json(value))}]"),
            "JSON pair with a type": .reply(
                "{\"value\":\(json(value)),\"n\":{\"a\":1},\"type\":\(json(name))}"),
            "JSON pair of two": .reply("{\"headers\":[[\(json(name)),\(json(value))]]}"),
            "row of a table in JSON": .reply(
                "{\"columns\":[\"id\",\(json(name)),\"at\"],\"rows\":[[1,\(json(value)),null]]}"),
            "JSON in JSON": .reply("{\"a\":\(json(member))}"),
            "JSON in JSON in JSON": .reply("{\"a\":\(json("{\"b\":\(json(member))}"))}"),
            "base64 of JSON in JSON": .reply("{\"a\":\(json(member.base64))}"),
            "base64 of JSON in a form": .reply("a=\(member.base64.percentEncoded)&b=2"),
            "form in JSON": .reply("{\"a\":\(json(item + "&b=2"))}"),
            "URL in JSON": .reply("{\"a\":\(json("\(url)?\(item)"))}"),
            "JSON with a mark": .reply(Data([0xEF, 0xBB, 0xBF]) + Data(member.utf8)),
            "JSON with a guard": .reply(")]}',\n\(member)"),
            "JSON in UTF-16": .reply(
                Data([0xFF, 0xFE]) + (member.data(using: .utf16LittleEndian) ?? Data())),
            "duplicate members": .reply(
                "{\(json(name)):\"\",\(member.dropFirst().dropLast()),\(json(name)):null}"),
            "JSON called text": .reply(member, type: "text/plain"),
            "JSON by line": .reply("{\"id\":1}\n\(member)\n"),
            "server-sent event": .reply("data: \(member)\n\n", type: "text/event-stream"),
            "server-sent event of two lines": .reply(
                "data: {\"id\":1,\ndata: \(member.dropFirst())\n\n", type: "text/event-stream"),
            "form": .reply("a=1&\(item)"),
            "form with brackets": .reply("user%5B\(name)%5D=\(value.percentEncoded)&b="),
            "form called HTML": .reply("\(item)&a=1", type: "text/html"),
            "multipart": .reply(part, type: "multipart/form-data; boundary=b"),
            "JSON in multipart": .reply(
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(member)\r\n--b--\r\n",
                type: "multipart/mixed; boundary=b"),
            "multipart without a boundary": .reply(part, type: "multipart/form-data"),
            "multipart in JSON": .reply("{\"a\":\(json(part))}"),
            "events in JSON": .reply("{\"a\":\(json("event: b\ndata: \(member)\n\n"))}"),
            "lines of JSON in JSON": .reply("{\"a\":\(json("{\"id\":1}\n\(member)\n"))}"),
            "base64 of a form in JSON": .reply("{\"a\":\(json("a=1&\(item)".base64))}"),
            "base64 of a form in JSON in JSON": .reply(
                "{\"a\":\(json("{\"b\":\(json("a=1&\(item)".base64))}"))}"),
            "XML comment": .reply("<a><!-- \(item)&a=1 --><b>1</b></a>"),
            "XML instruction": .reply("<a><?b \(member)?><c>1</c></a>"),
            "XML element beside others": .reply(
                "<a><\(name)>\(entities(value))<b/>1</\(name)></a>"),
            "XML element": .reply("<a><\(name)>\(entities(value))</\(name)></a>"),
            "XML with a prefix": .reply(
                "<?xml version=\"1.0\"?>\n<x:a><x:\(name) type='x'>\n \(entities(value))\n</x:\(name)></x:a>"
            ),
            "XML attribute": .reply("<a b='1' \(name)=\"\(entities(value))\"/>"),
            "XML section": .reply("<a><\(name)><![CDATA[\(value)]]></\(name)></a>"),
            "XML with a name": .reply(
                "<a><param name='\(name)' value=\"\(entities(value))\"/></a>"),
            "property list": .reply(
                "<dict><key>\(name)</key><string>\(entities(value))</string></dict>"),
        ]
    }

    // MARK: By form

    private static func byForm(_ value: String) -> Places {
        [
            "path": .reply("", to: "https://api.example.com/v1/\(value.percentEncoded)/a"),
            "query": .reply("", to: "\(url)?page=2&q=\(value.percentEncoded)"),
            "allowed query item": .reply("", to: "\(url)?page=\(value.percentEncoded)"),
            "redirect": .reply("", headers: ["Location": "/next/\(value.percentEncoded)"]),
            "kept header": .reply("", headers: ["X-RateLimit-Key": value.percentEncoded]),
            "JSON": .reply("{\"a\":\(json(value))}"),
            "JSON array": .reply("[[\(json(value))]]"),
            "JSON with escapes": .reply("{\"a\":\"\(value.escapedUnits)\"}"),
            "JSON in JSON": .reply("{\"a\":\(json("{\"b\":\(json(value))}"))}"),
            "base64 of JSON in JSON": .reply("{\"a\":\(json("{\"b\":\(json(value))}".base64))}"),
            "URL in JSON": .reply("{\"a\":\(json("\(url)/\(value.percentEncoded)?q=1"))}"),
            "query of a URL in JSON": .reply("{\"a\":\(json("\(url)?q=\(value.percentEncoded)"))}"),
            "JSON by line": .reply("{\"id\":1}\n{\"a\":\(json(value))}\n"),
            "server-sent event": .reply("event: a\ndata: {\"a\":\(json(value))}\n\n"),
            "XML element": .reply("<a><b>\(entities(value))</b></a>"),
            "XML attribute": .reply("<a b=\"\(entities(value))\"/>"),
            "form": .reply("a=\(value.percentEncoded)&b=1"),
            "multipart": .reply(
                "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\(value)\r\n--b--\r\n",
                type: "multipart/form-data; boundary=b"),
        ]
    }

    // MARK: In replies that hand out tokens

    private static func besideTokens(_ value: String) -> Places {
        let text = json(value)
        return [
            "token reply by token_type": .reply("{\"token_type\":\"Bearer\",\"a\":\(text)}"),
            "token reply by expiresIn": .reply("{\"data\":[{\"x\":\(text)}],\"expiresIn\":60}"),
            "token reply by access and refresh": .reply("{\"access\":\(text),\"refresh\":\"x\"}"),
            "token reply by device_code": .reply("{\"device_code\":\"a\",\"b\":\(text)}"),
            "token reply by its path": .reply(
                "{\"a\":\(text)}", to: "https://api.example.com/v1/login"),
            "token reply by its path but one": .reply(
                "[\(text)]", to: "https://api.example.com/oauth/v2"),
            "token reply by a word of its path": .reply(
                "{\"a\":{\"b\":\(text)}}", to: "https://api.example.com/user/sign-in.json"),
            "token reply by line": .reply("{\"a\":\(text)}\n{\"id_token\":\"\"}\n"),
            "token reply as events": .reply(
                "data: {\"a\":\(text)}\n\ndata: {\"access_token\":\"\"}\n\n"),
            "token reply as a form": .reply("a=\(value.percentEncoded)&token_type=bearer"),
            "token reply as XML": .reply(
                "<r><a>\(value)</a></r>", to: "https://api.example.com/session"),
        ]
    }
}
