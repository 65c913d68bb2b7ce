import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All that an app and its server can observe of an exchange: values by their aspect.
struct Observation: Sendable {
    private(set) var values: [String: String] = [:]

    subscript(aspect: String) -> String? {
        get { values[aspect] }
        set { values[aspect] = newValue }
    }

    mutating func note(_ response: URLResponse?, as name: String = "response") {
        guard let response else { return values[name] = "none" }
        self["\(name) url"] = response.url?.absoluteString
        self["\(name) type"] = response.mimeType
        self["\(name) charset"] = response.textEncodingName
        self["\(name) file name"] = response.suggestedFilename
        self["\(name) length"] = "\(response.expectedContentLength)"
        guard let http = response as? HTTPURLResponse else { return }
        self[name] = "\(http.statusCode)"
        for (field, value) in http.allHeaderFields { self["\(name) field \(field)"] = "\(value)" }
    }

    mutating func note(_ request: URLRequest?, as name: String) {
        guard let request else { return self[name] = "none" }
        self[name] = "\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")"
        for (field, value) in request.allHTTPHeaderFields ?? [:] {
            // A storage gives its cookies in any order.
            self["\(name) field \(field.lowercased())"] =
                value.components(separatedBy: "; ").sorted().joined(separator: "; ")
        }
    }

    mutating func note(_ error: any Error) {
        let bare = error as NSError
        self["error"] = "\(bare.domain) \(bare.code)"
        self["error words"] = bare.localizedDescription
        self["error url"] = (bare.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString
        self["error url string"] = bare.userInfo["NSErrorFailingURLStringKey"] as? String
    }

    /// Notes a request as a server gets it.
    mutating func note(
        request number: Int, _ line: String, _ fields: [(name: String, value: String)], _ body: Data
    ) {
        self["request \(number)"] = line
        self["request \(number) body"] = body.shown
        for field in fields {
            self["request \(number) field \(field.name.lowercased())"] = field.value
        }
    }
}

/// An aspect in which an app can tell a barricade from a server.
struct Difference: Sendable, CustomStringConvertible {
    let aspect: String
    let real, barricaded: String?

    /// Where one way gives an error and the other a response, the rest only follows.
    static func all(_ real: Observation, _ barricaded: Observation) -> [Difference] {
        if real["error"] != barricaded["error"] {
            return [
                Difference(
                    aspect: "error", real: real["error"], barricaded: barricaded["error"])
            ]
        }
        return Set(real.values.keys).union(barricaded.values.keys).sorted().compactMap { aspect in
            let (left, right) = (real[aspect], barricaded[aspect])
            return left == right ? nil : Difference(aspect: aspect, real: left, barricaded: right)
        }
    }

    var description: String {
        "\(aspect): really \(real ?? "missing"), with a barricade \(barricaded ?? "missing")"
    }
}
