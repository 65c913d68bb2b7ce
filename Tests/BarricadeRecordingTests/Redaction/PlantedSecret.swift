import Barricade
import BarricadeRecording
import Foundation

@testable import TestSupport

/// A secret in a place of an exchange whose data are judged.
struct PlantedSecret: Sendable {
    let place: String
    let exchange: Exchange

    /// Returns a secret in every place where it can be told from other text.
    static func all(of secret: SecretCorpus.Secret) -> [PlantedSecret] {
        if secret.isOfTokens { return besideTokens(secret.value) }
        guard let name = secret.name else { return byForm(secret.value) }
        return byName(name, secret.value)
    }

    private static let url = "https://api.example.com/v1/things/7"

    private static func planted(_ place: String, _ exchange: Exchange) -> PlantedSecret {
        PlantedSecret(place: place, exchange: exchange)
    }

    private static func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private static func json(_ text: String) -> String { JSONValue.string(text).description }

    private static func entities(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            "\"", with: "&quot;")
    }

    private static func escaped(_ text: String) -> String {
        text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    // MARK: By name

    private static func byName(_ name: String, _ value: String) -> [PlantedSecret] {
        let member = "{\(json(name)):\(json(value))}"
        let item = "\(name)=\(percent(value))"
        let part =
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--b--\r\n"
        return [
            planted("query", .reply("", to: "\(url)?\(item)&page=2")),
            planted("query in a redirect", .reply("", headers: ["Location": "/next?\(item)"])),
            planted("link", .reply("", headers: ["Link": "<\(url)?\(item)>; rel=\"next\""])),
            planted("fragment", .reply("", to: "\(url)#\(item)")),
            planted("path parameter", .reply("", to: "\(url);\(item)/a")),
            planted("request header", .reply("", requestHeaders: ["X-\(name)": value])),
            planted("reply header", .reply("", headers: ["x-\(name)": value])),
            planted("request body", .reply("", requestBody: member)),
            planted("JSON", .reply("{ \"id\": 7, \(member.dropFirst().dropLast()) }")),
            planted("JSON with escapes", .reply("{\"\(escaped(name))\":\"\(escaped(value))\"}")),
            planted(
                "deep JSON",
                .reply(
                    String(repeating: "{\"a\":[", count: 200) + member
                        + String(repeating: "]}", count: 200))),
            planted("JSON pair", .reply("[{\"name\":\(json(name)),\"value\":\(json(value))}]")),
            planted(
                "JSON pair with a type",
                .reply(
                    "{\"value\":\(json(value)),\"n\":{\"a\":1},\"type\":\(json(name))}")),
            planted("JSON pair of two", .reply("{\"headers\":[[\(json(name)),\(json(value))]]}")),
            planted(
                "row of a table in JSON",
                .reply(
                    "{\"columns\":[\"id\",\(json(name)),\"at\"],\"rows\":[[1,\(json(value)),null]]}"
                )),
            planted("JSON in JSON", .reply("{\"a\":\(json(member))}")),
            planted("JSON in JSON in JSON", .reply("{\"a\":\(json("{\"b\":\(json(member))}"))}")),
            planted("base64 of JSON in JSON", .reply("{\"a\":\(json(base64(member)))}")),
            planted("base64 of JSON in a form", .reply("a=\(percent(base64(member)))&b=2")),
            planted("form in JSON", .reply("{\"a\":\(json(item + "&b=2"))}")),
            planted("URL in JSON", .reply("{\"a\":\(json("\(url)?\(item)"))}")),
            planted("JSON with a mark", .reply(Data([0xEF, 0xBB, 0xBF]) + Data(member.utf8))),
            planted("JSON with a guard", .reply(")]}',\n\(member)")),
            planted(
                "JSON in UTF-16",
                .reply(
                    Data([0xFF, 0xFE]) + (member.data(using: .utf16LittleEndian) ?? Data()))),
            planted(
                "duplicate members",
                .reply(
                    "{\(json(name)):\"\",\(member.dropFirst().dropLast()),\(json(name)):null}")),
            planted("JSON called text", .reply(member, type: "text/plain")),
            planted("JSON by line", .reply("{\"id\":1}\n\(member)\n")),
            planted("server-sent event", .reply("data: \(member)\n\n", type: "text/event-stream")),
            planted("form", .reply("a=1&\(item)")),
            planted("form with brackets", .reply("user%5B\(name)%5D=\(percent(value))&b=")),
            planted("form called HTML", .reply("\(item)&a=1", type: "text/html")),
            planted("multipart", .reply(part, type: "multipart/form-data; boundary=b")),
            planted(
                "JSON in multipart",
                .reply(
                    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(member)\r\n--b--\r\n",
                    type: "multipart/mixed; boundary=b")),
            planted("XML element", .reply("<a><\(name)>\(entities(value))</\(name)></a>")),
            planted(
                "XML with a prefix",
                .reply(
                    "<?xml version=\"1.0\"?>\n<x:a><x:\(name) type='x'>\n \(entities(value))\n</x:\(name)></x:a>"
                )),
            planted("XML attribute", .reply("<a b='1' \(name)=\"\(entities(value))\"/>")),
            planted("XML section", .reply("<a><\(name)><![CDATA[\(value)]]></\(name)></a>")),
            planted(
                "XML with a name",
                .reply("<a><param name='\(name)' value=\"\(entities(value))\"/></a>")),
            planted(
                "property list",
                .reply(
                    "<dict><key>\(name)</key><string>\(entities(value))</string></dict>")),
        ]
    }

    // MARK: By form

    private static func byForm(_ value: String) -> [PlantedSecret] {
        [
            planted("path", .reply("", to: "https://api.example.com/v1/\(percent(value))/a")),
            planted("query", .reply("", to: "\(url)?page=2&q=\(percent(value))")),
            planted("allowed query item", .reply("", to: "\(url)?page=\(percent(value))")),
            planted("redirect", .reply("", headers: ["Location": "/next/\(percent(value))"])),
            planted("kept header", .reply("", headers: ["X-RateLimit-Key": percent(value)])),
            planted("JSON", .reply("{\"a\":\(json(value))}")),
            planted("JSON array", .reply("[[\(json(value))]]")),
            planted("JSON with escapes", .reply("{\"a\":\"\(escaped(value))\"}")),
            planted("JSON in JSON", .reply("{\"a\":\(json("{\"b\":\(json(value))}"))}")),
            planted(
                "base64 of JSON in JSON",
                .reply("{\"a\":\(json(base64("{\"b\":\(json(value))}")))}")),
            planted("URL in JSON", .reply("{\"a\":\(json("\(url)/\(percent(value))?q=1"))}")),
            planted(
                "query of a URL in JSON", .reply("{\"a\":\(json("\(url)?q=\(percent(value))"))}")),
            planted("JSON by line", .reply("{\"id\":1}\n{\"a\":\(json(value))}\n")),
            planted("server-sent event", .reply("event: a\ndata: {\"a\":\(json(value))}\n\n")),
            planted("XML element", .reply("<a><b>\(entities(value))</b></a>")),
            planted("XML attribute", .reply("<a b=\"\(entities(value))\"/>")),
            planted("form", .reply("a=\(percent(value))&b=1")),
            planted(
                "multipart",
                .reply(
                    "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\(value)\r\n--b--\r\n",
                    type: "multipart/form-data; boundary=b")),
        ]
    }

    // MARK: In replies that hand out tokens

    private static func besideTokens(_ value: String) -> [PlantedSecret] {
        let text = json(value)
        return [
            planted(
                "token reply by token_type", .reply("{\"token_type\":\"Bearer\",\"a\":\(text)}")),
            planted(
                "token reply by expiresIn", .reply("{\"data\":[{\"x\":\(text)}],\"expiresIn\":60}")),
            planted(
                "token reply by access and refresh",
                .reply(
                    "{\"access\":\(text),\"refresh\":\"x\"}")),
            planted("token reply by device_code", .reply("{\"device_code\":\"a\",\"b\":\(text)}")),
            planted(
                "token reply by its path",
                .reply(
                    "{\"a\":\(text)}", to: "https://api.example.com/v1/login")),
            planted(
                "token reply by its path but one",
                .reply(
                    "[\(text)]", to: "https://api.example.com/oauth/v2")),
            planted(
                "token reply by a word of its path",
                .reply(
                    "{\"a\":{\"b\":\(text)}}", to: "https://api.example.com/user/sign-in.json")),
            planted("token reply by line", .reply("{\"a\":\(text)}\n{\"id_token\":\"\"}\n")),
            planted(
                "token reply as events",
                .reply(
                    "data: {\"a\":\(text)}\n\ndata: {\"access_token\":\"\"}\n\n")),
            planted("token reply as a form", .reply("a=\(percent(value))&token_type=bearer")),
            planted(
                "token reply as XML",
                .reply(
                    "<r><a>\(value)</a></r>", to: "https://api.example.com/session")),
        ]
    }
}
