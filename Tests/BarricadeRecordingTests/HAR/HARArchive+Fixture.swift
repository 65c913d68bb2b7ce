import Barricade
import BarricadeFolder
import BarricadeRecording
import BarricadeSurfaces
import Foundation

@testable import TestSupport

extension HARArchive {
    /// The URL of one of the archives of the tests.
    static func fixture(_ name: String) -> URL {
        Bundle.module.bundleURL.appendingPathComponent("Archives/\(name).har")
    }

    /// Imports an archive of the tests, with all of its secrets.
    init(fixture name: String, configure: (inout Options) -> Void = { _ in }) throws {
        try self.init(contentsOf: Self.fixture(name)) {
            $0.redaction = nil
            configure(&$0)
        }
    }

    /// Imports a text, from a file `traffic.har`.
    init(
        text: String, in folder: ScratchFolder? = nil, configure: (inout Options) -> Void = { _ in }
    ) throws {
        let folder = try folder ?? ScratchFolder()
        try self.init(contentsOf: folder.write(text, to: "traffic.har"), configure: configure)
    }

    /// Imports entries, each in JSON.
    init(
        entries: [String], in folder: ScratchFolder? = nil,
        configure: (inout Options) -> Void = { _ in }
    ) throws {
        let text = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
        try self.init(text: text, in: folder, configure: configure)
    }

    /// What its responses send.
    func replies() throws -> [String] { try Barricade(self).replies() }

    /// The bodies of the first replies of its sets.
    func bodies() throws -> [Data] {
        let barricade = Barricade(self)
        return try barricade.sets.map { set in
            try barricade.preview(of: "200", for: set.name)?.body ?? Data()
        }
    }

    /// What is passed over, each with the reason.
    var refusals: [String] { passedOver.map { "\($0.request): \($0.reason)" } }
}

extension String {
    /// An entry of a HAR file, from a request such as `GET /books` and the members of its response.
    static func entry(
        _ request: String, sending fields: HTTP.Headers = [:],
        _ response: String = content(""), status: Int = 200, _ received: HTTP.Headers = [:],
        more: String = "", time: String = "09:30:00"
    ) -> String {
        func list(_ headers: HTTP.Headers) -> JSONValue {
            .array(
                headers.fields.map { ["name": .string($0.name), "value": .string($0.value)] })
        }
        let words = request.split(separator: " ", maxSplits: 1)
        return """
            {"startedDateTime":"2026-03-01T\(time)Z",\
            "request":{"method":"\(words[0])","url":"\(api)\(words[1])","headers":\(list(fields))\
            \(more)},"response":{"status":\(status),"headers":\(list(received)),\(response)}}
            """
    }

    /// The content of a response, with these members.
    static func content(_ members: String) -> String { "\"content\":{\(members)}" }

    /// The content of a response with a text of a type.
    static func content(
        _ type: String, _ text: String, size: Int = 9, encoding: String? = nil
    ) -> String {
        let encoding = encoding.map { #","encoding":"\#($0)""# } ?? ""
        return content(#""size":\#(size),"mimeType":"\#(type)","text":"\#(text)"\#(encoding)"#)
    }
}

extension Data {
    /// The entries of a HAR file.
    var harEntries: [JSONValue] {
        get throws {
            try JSONDecoder().decode(JSONValue.self, from: self)["log"]?["entries"]?.array ?? []
        }
    }
}

extension Barricade {
    /// What its responses send: `GET /books "200": 200 {Content-Type: text/plain} Hello`.
    func replies() throws -> [String] {
        try sets.flatMap { set in
            try set.responses.map { response in
                let title = "\(set.name) \"\(response.name)\""
                guard
                    let preview = try preview(of: response.name, for: set.name, bodyLimit: 1_000)
                else { return title + "\(response)".dropFirst(response.name.count) }
                let fields = preview.headers.fields.map { "\($0.name): \($0.value)" }
                let body = String(decoding: preview.body, as: UTF8.self)
                return """
                    \(title): \(preview.status) {\(fields.joined(separator: ", "))} \(body)
                    """
            }
        }
    }
}
