import Barricade
import Foundation

/// The way from a HAR file to response sets: read all, learn all secrets, then redact each.
struct HARReading {
    private struct Read {
        let exchange: Exchange
        let number: Int
        let line: Int
        var lesson = Redactor.Lesson(hasPlainBody: false)

        /// Whether the body of the reply is still compressed.
        var isGzip: Bool {
            guard case .reply(let reply) = exchange.outcome, case .data(let data) = reply.body
            else { return false }
            return data.starts(with: [0x1F, 0x8B])
        }
    }

    let name: String
    let count: Int
    let redactor: Redactor?
    private(set) var sets: RecordedSets
    private(set) var passedOver: [HARArchive.PassedOver] = []
    private var read: [Read] = []

    init(contentsOf url: URL, _ options: HARArchive.Options) throws(BarricadeError) {
        let hosts = try Self.patterns(options.hosts)
        redactor = options.redaction.map { Redactor($0) }
        sets = RecordedSets(replacesIDs: options.replacesIDs, keepsDelays: options.keepsDelays)
        var file = try HARFile(contentsOf: url)
        var rest: [Exchange] = []
        (name, count) = (file.name, file.count)
        for index in 0..<count {
            guard let node = file.takeEntry() else { break }
            let entry = HAREntry(node, in: file.folder)
            do {
                try Self.check(entry, hosts)
                let exchange = try entry.exchange(after: read.last?.exchange.date ?? .distantPast)
                read.append(
                    Read(
                        exchange: exchange, number: index + 1, line: file.lines[index]))
            } catch {
                pass(over: (index + 1, file.lines[index], entry.method, entry.url), error)
                guard let request = entry.request else { continue }
                rest.append(Exchange(request, .failure(.unknown), date: .distantPast))
            }
        }
        let lessons = redactor?.learn(from: read.map(\.exchange)) ?? []
        // What is passed over is not kept, but tells what is secret.
        _ = redactor?.learn(from: rest)
        for (index, lesson) in lessons.enumerated() { read[index].lesson = lesson }
    }

    private mutating func pass(
        over entry: (number: Int, line: Int, method: String, url: String?),
        _ reason: PassingReason
    ) {
        let url = entry.url.map { Secrets.masked(url: $0).shortened }
        passedOver.append(
            HARArchive.PassedOver(
                number: entry.number, line: entry.line,
                request: url.map { "\(entry.method.shortened(to: 20)) \($0)" } ?? "(no request)",
                reason: reason.text, fix: reason.fix))
    }

    private static func patterns(_ hosts: [String]) throws(BarricadeError) -> [HostClause] {
        var patterns: [HostClause] = []
        for host in hosts {
            do {
                patterns.append(try HostClause(parsing: host[...]))
            } catch {
                throw BarricadeError(
                    .invalidDefinition,
                    """
                    The host \(host.shortened.debugDescription) of the import cannot be read: \
                    \(error.reason)
                    """)
            }
        }
        return patterns
    }

    private static func check(
        _ entry: HAREntry, _ hosts: [HostClause]
    ) throws(PassingReason) {
        let target = entry.target
        guard !hosts.isEmpty, !target.host.isEmpty, !hosts.contains(where: { $0.matches(target) })
        else { return }
        throw PassingReason("its host is none of those to import")
    }

    /// Makes the sets, in the order of the requests.
    mutating func finish() {
        var rest = Array(read.ordered(by: \.exchange.date).reversed())
        read = []
        while !rest.isEmpty {
            let batch = Array(rest.suffix(Redactor.batch).reversed())
            rest.removeLast(batch.count)
            for (read, kept) in zip(batch, redacted(batch)) {
                do {
                    sets.add(try kept.get(), from: .init(fileID: name, line: UInt(read.line)))
                } catch {
                    let request = read.exchange.request
                    pass(
                        over: (read.number, read.line, request.method.rawValue, request.url),
                        PassingReason(error, isGzip: read.isGzip))
                }
            }
        }
        passedOver.sort { $0.number < $1.number }
    }

    private func redacted(_ batch: [Read]) -> [Result<Exchange, BarricadeError>] {
        guard let redactor else { return batch.map { .success($0.exchange) } }
        return redactor.redact(batch.map { ($0.exchange, $0.lesson) })
    }
}
