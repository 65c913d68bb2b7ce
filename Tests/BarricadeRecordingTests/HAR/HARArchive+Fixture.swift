import Barricade
import BarricadeFolder
import BarricadeRecording
import BarricadeSurfaces

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
    init(text: String, configure: (inout Options) -> Void = { _ in }) throws {
        let folder = try ScratchFolder()
        try self.init(contentsOf: folder.write(text, to: "traffic.har"), configure: configure)
    }

    /// Imports entries, each in JSON.
    init(entries: [String], configure: (inout Options) -> Void = { _ in }) throws {
        let text = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
        try self.init(text: text, configure: configure)
    }

    /// What its responses send.
    func replies() throws -> [String] { try Barricade(self).replies() }
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
