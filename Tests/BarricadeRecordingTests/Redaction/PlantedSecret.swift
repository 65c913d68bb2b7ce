import Barricade
import BarricadeRecording
import Foundation

/// A secret in a place of an exchange.
struct PlantedSecret: Sendable {
    let place: String
    let exchange: Exchange

    /// Returns a secret in every place where it can be told from other text.
    static func all(of secret: SecretCorpus.Secret) -> [PlantedSecret] {
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

    // MARK: By name

    private static func byName(_ name: String, _ value: String) -> [PlantedSecret] {
        let member = "{\(json(name)):\(json(value))}"
        let item = "\(name)=\(percent(value))"
        let multipart =
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--b--\r\n"
        return [
            planted("query", .reply("", to: "\(url)?\(item)&page=2")),
            planted("query in a redirect", .reply("", headers: ["Location": "/next?\(item)"])),
            planted("link", .reply("", headers: ["Link": "<\(url)?\(item)>; rel=\"next\""])),
            planted("fragment", .reply("", to: "\(url)#\(item)")),
            planted("path parameter", .reply("", to: "\(url);\(item)/a")),
            planted("request header", .reply("", requestHeaders: ["X-\(name)": value])),
            planted("reply header", .reply("", headers: ["x-\(name)": value])),
            planted("JSON", .reply("{ \"id\": 7, \(member.dropFirst().dropLast()) }")),
            planted("JSON with escapes", .reply("{\"\(escaped(name))\":\"\(escaped(value))\"}")),
            planted("JSON array", .reply("{\(json(name)):[[\(json(value))]]}")),
            planted("JSON object", .reply("{\(json(name)):{\"value\":\(json(value))}}")),
            planted("JSON pair", .reply("[{\"name\":\(json(name)),\"value\":\(json(value))}]")),
            planted("JSON in JSON", .reply("{\"a\":\(json(member))}")),
            planted("JSON in JSON in JSON", .reply("{\"a\":\(json("{\"b\":\(json(member))}"))}")),
            planted("base64 of JSON in JSON", .reply("{\"a\":\(json(base64(member)))}")),
            planted("base64 of JSON in a form", .reply("a=\(percent(base64(member)))&b=2")),
            planted("form in JSON", .reply("{\"a\":\(json(item + "&b=2"))}")),
            planted("URL in JSON", .reply("{\"a\":\(json("\(url)?\(item)"))}")),
            planted(
                "deep JSON",
                .reply(
                    String(repeating: "{\"a\":[", count: 200) + member
                        + String(repeating: "]}", count: 200))),
            planted("JSON with a mark", .reply(Data([0xEF, 0xBB, 0xBF]) + Data(member.utf8))),
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
            planted("form called JSON text", .reply("\(item)&a=1", type: "text/html")),
            planted("multipart", .reply(multipart, type: "multipart/form-data; boundary=b")),
            planted(
                "JSON in multipart",
                .reply(
                    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(member)\r\n--b--\r\n",
                    type: "multipart/mixed; boundary=b")),
            planted("XML element", .reply("<a><\(name)>\(entities(value))</\(name)></a>")),
            planted("XML attribute", .reply("<a b='1' \(name)=\"\(entities(value))\"/>")),
            planted("XML section", .reply("<a><\(name)><![CDATA[\(value)]]></\(name)></a>")),
            planted(
                "property list",
                .reply(
                    "<dict><key>\(name)</key><string>\(entities(value))</string></dict>")),
            planted(
                "HTML field",
                .reply(
                    "<input type=hidden name=\"\(name)\" value=\"\(entities(value))\"><p>Hi")),
            planted(
                "script in HTML",
                .reply("<script>var a = {\(json(name)): \(json(value))};</script>")),
            planted("script", .reply("var a = {\(json(name)): \(json(value)), b: 1};")),
            planted("settings", .reply("a: 1\n\(name): \(value)\nb: 2\n")),
        ]
    }

    private static func escaped(_ text: String) -> String {
        text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    // MARK: By form

    private static func byForm(_ value: String) -> [PlantedSecret] {
        let sentence = "It is \(value), as said."
        return [
            planted("path", .reply("", to: "https://api.example.com/v1/\(percent(value))/a")),
            planted("query", .reply("", to: "\(url)?page=2&q=\(percent(value))")),
            planted("allowed query item", .reply("", to: "\(url)?page=\(percent(value))")),
            planted("name of a query item", .reply("", to: "\(url)?\(percent(value))")),
            planted("redirect", .reply("", headers: ["Location": "/next/\(percent(value))"])),
            planted(
                "name of a file",
                .reply(
                    "",
                    headers: [
                        "Content-Disposition": "attachment; filename=\"\(percent(value)).txt\""
                    ])),
            planted("kept header", .reply("", headers: ["X-RateLimit-Key": percent(value)])),
            planted("JSON", .reply("{\"a\":\(json(value))}")),
            planted("JSON member name", .reply("{\(json(value)):1}")),
            planted("JSON with escapes", .reply("{\"a\":\"\(escaped(value))\"}")),
            planted("JSON text", .reply("{\"a\":[\(json(sentence))]}")),
            planted("JSON in JSON", .reply("{\"a\":\(json("{\"b\":\(json(sentence))}"))}")),
            planted("base64", .reply("{\"a\":\(json(base64(sentence)))}")),
            planted("base64 in base64", .reply("{\"a\":\(json(base64(base64(sentence))))}")),
            planted(
                "base64 in JSON in a form",
                .reply(
                    "a=\(percent("{\"b\":\(json(base64(sentence)))}"))")),
            planted("data URL", .reply("{\"a\":\"data:text/plain;base64,\(base64(sentence))\"}")),
            planted("hexadecimal digits", .reply("{\"a\":\"\(hexadecimal(sentence))\"}")),
            planted("URL in JSON", .reply("{\"a\":\(json("\(url)?q=\(percent(value))"))}")),
            planted(
                "URL in a URL",
                .reply(
                    "{\"a\":\(json("\(url)?to=\(percent("\(url)?q=\(percent(value))"))"))}")),
            planted("text", .reply(sentence)),
            planted("text with entities", .reply("<p>\(entities(sentence))</p>")),
            planted("XML attribute", .reply("<a b=\"\(entities(value))\"/>")),
            planted("comment", .reply("<a><!-- \(sentence) --></a>")),
            planted("form", .reply("a=\(percent(sentence))&b=1")),
            planted(
                "multipart file name",
                .reply(
                    "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\(percent(value)).txt\"\r\n\r\nhi\r\n--b--\r\n",
                    type: "multipart/form-data; boundary=b")),
        ]
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
