import Barricade
import Foundation

/// The import of a HAR file: read all entries, learn all secrets, then redact each entry.
struct HARReading {
    private struct Read {
        let exchange: Exchange
        let number: Int
        let line: Int
        var lesson = Redactor.Lesson(hasPlainBody: false)
    }

    let name: String
    private(set) var count = 0
    let redactor: Redactor?
    private(set) var sets: RecordedSets
    private(set) var passedOver: [HARArchive.PassedOver] = []
    private let progress: HARArchive.Progress?
    private var read: [Read] = []

    init(contentsOf url: URL, _ options: HARArchive.Options) throws(BarricadeError) {
        let hosts = try Self.patterns(options.hosts)
        redactor = options.redaction.map { Redactor($0) }
        sets = RecordedSets(replacesIDs: options.replacesIDs, keepsDelays: options.keepsDelays)
        progress = options.progress
        let file = try HARFile(contentsOf: url)
        name = file.name
        var rest: [Exchange] = []
        try file.read { node, line in
            count += 1
            let entry = HAREntry(node, in: file.folder)
            do throws(PassingReason) {
                let (host, target) = (entry.target.host, entry.target)
                if !hosts.isEmpty, !host.isEmpty, !hosts.contains(where: { $0.matches(target) }) {
                    throw PassingReason("its host is none of those to import")
                }
                let exchange = try entry.exchange(after: read.last?.exchange.date ?? .distantPast)
                read.append(Read(exchange: exchange, number: count, line: line))
            } catch {
                pass(over: (count, line, entry.method, entry.url), error)
                guard let request = entry.request else { return }
                rest.append(Exchange(request, .failure(.unknown), date: .distantPast))
            }
        }
        // Skipped entries are not kept, but may show what is secret.
        learn()
        _ = redactor?.learn(from: rest)
    }

    private mutating func learn() {
        guard let redactor else { return }
        for start in stride(from: 0, to: read.count, by: Redactor.batch) {
            let batch = start..<min(start + Redactor.batch, read.count)
            for (index, lesson) in zip(batch, redactor.learn(from: read[batch].map(\.exchange))) {
                read[index].lesson = lesson
            }
            progress?(batch.upperBound / 2, read.count)
        }
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

    /// Makes the sets, in the order of the requests.
    mutating func finish() {
        let count = read.count
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
                        PassingReason(error))
                }
            }
            // The first half of the progress was learning.
            progress?(count - rest.count / 2, count)
        }
        passedOver.sort { $0.number < $1.number }
    }

    private func redacted(_ batch: [Read]) -> [Result<Exchange, BarricadeError>] {
        guard let redactor else { return batch.map { .success($0.exchange) } }
        return redactor.redact(batch.map { ($0.exchange, $0.lesson) })
    }
}
