import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// The import of a HAR file: read all entries, learn all secrets, then redact each entry.
struct HARReading {
    private struct Read {
        var exchange: Exchange
        let number: Int
        let line: Int
        var lesson = Redactor.Lesson(hasPlainBody: false)
    }

    let name: String
    private(set) var count = 0
    /// The number of bodies from files beside it.
    private(set) var fileCount = 0
    let redactor: Redactor?
    private(set) var sets: RecordedSets
    private(set) var passedOver: [PassedOver] = []
    /// What else the report says, a sentence for each.
    private(set) var notes: [String] = []
    private var read: [Read] = []
    /// The requests of skipped entries, which are not kept, but may show what is secret.
    private var skipped: [Exchange] = []

    init(contentsOf url: URL, _ options: HARArchive.Options) throws(BarricadeError) {
        let hosts = try options.hosts.map(Self.pattern)
        redactor = options.redaction.map { Redactor($0) }
        sets = RecordedSets(replacesIDs: options.replacesIDs, keepsDelays: options.keepsDelays)
        name = url.lastPathComponent
        // Bodies may be in files beside it.
        let folder = ManifestFolder(url.deletingLastPathComponent())
        var (batch, size) = ([(node: JSONNode, line: Int)](), 0)
        try HARFile.read(url) { node, line in
            batch.append((node, line))
            size += node.range.count
            // All cores read, and what they read fits into their caches.
            guard size > 1 << 15 else { return }
            add(batch, from: folder, hosts)
            (batch, size) = ([], 0)
        }
        add(batch, from: folder, hosts)
        readWhole()
        if let redactor {
            let lessons = redactor.learn(from: read.map(\.exchange))
            for (index, lesson) in zip(read.indices, lessons) { read[index].lesson = lesson }
            _ = redactor.learn(from: skipped)
        }
        makeSets(options.progress)
        skipped = []
        redactor?.forget()
    }

    /// Adds entries, each with its line.
    private mutating func add(
        _ batch: [(node: JSONNode, line: Int)], from folder: ManifestFolder, _ hosts: [HostClause]
    ) {
        let entries = batch.mapConcurrently { node, line in
            let entry = HAREntry(node, in: folder)
            let exchange = Result { () throws(PassingReason) in try entry.exchange(of: hosts) }
            return (line, entry, exchange)
        }
        for (line, entry, exchange) in entries {
            count += 1
            do throws(PassingReason) {
                if let reason = entry.unreadBody {
                    let unknown = "the secrets in the body of the request cannot be known: "
                    let part = part(
                        count, line, entry.request, PassingReason(unknown + reason.text))
                    notes.append("\(part).")
                }
                var exchange = try exchange.get()
                // An entry without a time came with the previous one.
                if exchange.date == .distantPast {
                    exchange.date = read.last?.exchange.date ?? .distantPast
                }
                exchange.makeCookiesLast()
                if entry.hasFile { fileCount += 1 }
                read.append(Read(exchange: exchange, number: count, line: line))
            } catch {
                skip(count, line, entry.request, error)
            }
        }
    }

    /// Replaces replies that hold less than the server has, in the order of the requests.
    private mutating func readWhole() {
        var whole = WholeReplies<Read>(keepsReplies: true)
        let entries = read.ordered(by: \.exchange.date)
        read = []
        for var entry in entries {
            do throws(PassingReason) {
                let result = try whole.whole(entry.exchange, from: entry)
                guard case .whole(let exchange) = result else { continue }
                entry.exchange = exchange
                read.append(entry)
            } catch {
                skip(entry.number, entry.line, entry.exchange.request, error)
            }
        }
        for entry in whole.waiting {
            skip(entry.number, entry.line, entry.exchange.request, WholeReplies<Read>.reason)
        }
    }

    /// Passes over an entry.
    private mutating func skip(
        _ number: Int, _ line: Int, _ request: Exchange.Request?, _ reason: PassingReason
    ) {
        passedOver.append(part(number, line, request, reason))
        guard let request else { return }
        skipped.append(Exchange(request, .failure(.unknown), date: .distantPast))
    }

    private func part(
        _ number: Int, _ line: Int, _ request: Exchange.Request?, _ reason: PassingReason
    ) -> PassedOver {
        let shown = request.map {
            $0.method.rawValue.shortened(to: 20) + " " + Secrets.masked(url: $0.url).shortened
        }
        return PassedOver(entry: number, line: line, request: shown ?? "(no request)", reason)
    }

    private static func pattern(_ host: String) throws(BarricadeError) -> HostClause {
        do {
            return try HostClause(parsing: host[...])
        } catch {
            throw BarricadeError(
                .invalidDefinition,
                """
                The host \(host.shortened.debugDescription) of the import cannot be read: \
                \(error.reason)
                """)
        }
    }

    /// Makes the sets, in the order of the requests.
    private mutating func makeSets(_ progress: HARArchive.Progress?) {
        let count = read.count
        var rest = Array(read.reversed())
        read = []
        while !rest.isEmpty {
            let batch = Array(rest.suffix(Redactor.batch).reversed())
            rest.removeLast(batch.count)
            let kept =
                redactor?.redact(batch.map { ($0.exchange, $0.lesson) })
                .map { $0.mapError { PassingReason($0) } }
                ?? batch.map { .success($0.exchange.withoutMoments) }
            for (read, kept) in zip(batch, kept) {
                do throws(PassingReason) {
                    let exchange = try kept.get()
                    try sets.check(exchange)
                    sets.add(exchange, from: .init(fileID: name, line: UInt(read.line)))
                } catch {
                    skip(read.number, read.line, read.exchange.request, error)
                }
            }
            progress?(count - rest.count, count)
        }
        passedOver = passedOver.ordered { $0.entry ?? 0 }
    }
}

extension Data {
    /// The text in UTF-8, if it is in UTF-16 with a byte order mark, as `>` of PowerShell writes it.
    var inUTF8: Data {
        guard starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) else { return self }
        return String(data: self, encoding: .utf16).map { Data($0.utf8) } ?? self
    }
}

/// A HAR file, whose entries are not yet interpreted.
enum HARFile {
    /// The keys of members that are not imported, and that may be larger than all others.
    private static let ignoredKeys = ["_initiator", "cache", "queryString", "timings"]
    /// What other programs write about requests, by two keys of it.
    private static let collections = [
        ["info", "item"]: "a collection of Postman",
        ["_type", "resources"]: "a collection of Insomnia",
        ["type", "collection"]: "a collection of Insomnia",
        ["meta", "entry"]: "a collection of HTTPie",
        ["items", "brunoConfig"]: "a collection of Bruno",
        ["clientName", "requests"]: "a collection of Thunder Client",
        ["request", "response"]: "a mapping of WireMock", ["mappings"]: "mappings of WireMock",
        ["consumer", "interactions"]: "a contract of Pact",
        ["data", "meta"]: "a simulation of Hoverfly",
        ["uuid", "routes"]: "an environment of Mockoon",
        ["imposters"]: "imposters of mountebank",
        ["v", "requests"]: "a collection of Hoppscotch",
        ["httpRequest", "httpResponse"]: "expectations of MockServer",
        ["scope", "rawHeaders"]: "a recording of nock",
        ["Request", "Response"]: "a cassette of EasyVCR",
        ["interactions", "name"]: "a cassette of DVR", ["type", "routes"]: "routes of Shock",
        ["Entries", "Variables"]: "a recording of Azure's test proxy",
        ["http_interactions"]: cassette, ["interactions", "version"]: cassette,
    ]
    private static let cassette = "a cassette of VCR"
    /// The programs that save what they have seen in files of their own.
    private static let sessions = [
        "saz": "Fiddler", "chls": "Charles", "chlsj": "Charles", "chlz": "Charles",
        "proxymanlog": "Proxyman", "proxymanlogv2": "Proxyman", "pulse": "Pulse",
    ]

    /// Returns what another program has written as YAML; `nil` if it is none that is known.
    static func kind(ofYAML text: String) -> String? {
        if text.contains(#/(?m)^(http_)?interactions:\s*$/#) { return cassette }
        return text.contains(#/(?m)^type: \w+\.insomnia/#) ? "a collection of Insomnia" : nil
    }

    /// The most bytes, of OpenAPI documents too; reading takes many times as much memory.
    static let largestSize = 512 << 20

    /// Reads the entries one by one, each with the line at which it starts.
    ///
    /// - Throws: `BarricadeError.Code.unreadableArchive` with the reason, and what to do.
    static func read(
        _ url: URL, _ take: (_ entry: JSONNode, _ line: Int) -> Void
    ) throws(BarricadeError) {
        func fault(_ reason: String, _ fix: String, _ kind: String = "HAR file") -> BarricadeError {
            BarricadeError(
                .unreadableArchive,
                """
                The \(kind) \(url.lastPathComponent.shortened) cannot be imported: \(reason).

                To fix: \(fix)
                """)
        }
        func requests(_ kind: String) -> BarricadeError {
            fault(
                "it is \(kind)",
                """
                record the replies: send its requests to http://127.0.0.1:8080 while this runs: \
                barricade-cli record https://api.example.com Responses
                """, "file")
        }
        if let size = FileStatus(url.path)?.size, size > largestSize {
            throw fault(
                "it has \(size >> 20) MB, and may have \(largestSize >> 20) MB",
                "export fewer requests at once.")
        }
        // With a NUL, so that no reader needs a copy.
        let bytes: [UInt8]
        do {
            let data = try Data(contentsOf: url, options: .mappedIfSafe).inUTF8
            var read: [UInt8] = []
            read.reserveCapacity(data.count + 1)
            read += data
            read.append(0)
            bytes = read
        } catch {
            throw BarricadeError(
                .unreadableArchive,
                "The HAR file \(url.path.shortened) cannot be read: \(error.localizedDescription)")
        }
        if bytes.count == 1 { throw fault("it is empty", "export it again.") }
        if let program = sessions[url.pathExtension.lowercased()] {
            throw fault("it is a session of \(program)", "export it there as HAR.", "file")
        }
        let kind = MediaSignature.type(of: Data(bytes.prefix(64)))?.split(separator: "/").last ?? ""
        if ["gzip", "zip"].contains(kind) {
            throw fault("it is a \(kind) archive", "unpack it, and import the .har file in it.")
        }
        let start = bytes.prefix(100).prefix { $0.isTokenByte || ".$".utf8.contains($0) }
        let rest = bytes.dropFirst(start.count).prefix(100).filter { !$0.isSpace }
        if !start.isEmpty, rest.starts(with: "({".utf8) {
            throw fault(
                "it is JSONP, a call of a function", "take the JSON between its parentheses.")
        }
        var (number, place) = (1, 0)
        func line(of offset: Int) -> Int {
            bytes.withUnsafeBufferPointer { bytes in
                while let end = bytes.offset(of: "\n", in: place..<max(place, offset)) {
                    (number, place) = (number + 1, end + 1)
                }
                // Entries come in order; most files have one line.
                place = max(place, offset)
                return number
            }
        }
        let root: JSONNode
        do {
            root = try JSONNode.read(
                bytes, isEnded: true, ignoring: ignoredKeys, elementsAt: ["log", "entries"]
            ) { take($0, line(of: $0.offset)) }
        } catch {
            let text = String(decoding: bytes.prefix(10_000), as: UTF8.self)
            if text.contains("schemas.xmlsoap.org/wsdl/") { throw requests("a WSDL document") }
            if text.contains(#/^meta \{/#) { throw requests("a request of Bruno") }
            if let kind = Self.kind(ofYAML: text) { throw requests(kind) }
            if text.contains(#/^\d+:\d+:/#) {
                throw fault(
                    "it is a file of flows of mitmproxy",
                    "write it as HAR: mitmdump -nr flows --set hardump=traffic.har", "file")
            }
            if text.contains(#/^\s*<(!doctype )?html/#.ignoresCase()) {
                throw fault(
                    "it is a web page",
                    "save what it shows: Swagger UI names its document below the title.", "file")
            }
            throw fault(
                "it is not JSON (\(error.position(in: Data(bytes.dropLast()))))",
                "export it again; if it was cut off, the program that wrote it had not finished.")
        }
        guard root["log"]?["entries"]?.isArray == true else {
            let node = root.elements.first ?? root
            let collection = collections.first { $0.key.allSatisfy { node[$0] != nil } }
            if let collection { throw requests(collection.value) }
            if root["constants"] != nil, root["events"] != nil {
                throw fault(
                    "it is a NetLog of Chrome",
                    "export HAR from its developer tools: Network, Export HAR.", "file")
            }
            if root["version"] != nil, root["sets"] != nil {
                throw fault("it is the manifest of a folder", "serve its folder as it is.", "file")
            }
            throw fault(
                "it is JSON, but has no array \"log.entries\"",
                "export it again as HAR; a HAR file is { \"log\": { \"entries\": […] } }.")
        }
    }
}
