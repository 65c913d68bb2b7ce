public import Barricade
import BarricadeCommon
public import Foundation

/// Response sets as a HAR 1.2 file, which browsers, proxies and ``HARArchive`` read.
///
/// ```swift
/// let export = try HARExport(of: ResponseSet.sets(in: .directory("Responses")))
/// try export.data.write(to: URL(fileURLWithPath: "responses.har"))
/// print(export)
/// ```
///
/// There is an entry for each response, the default one first; for a sequence, one for each turn.
/// Named path segments, and query items that may have any value, are 1. Nothing is redacted.
public struct HARExport: Sendable {
    /// The bytes of the file.
    public let data: Data
    /// The number of its entries.
    public let entryCount: Int
    /// The responses that are not in it, each with the reason: `"Books" / "Slow": …`.
    public let excluded: [String]

    /// Makes the file.
    ///
    /// - Parameters:
    ///   - sets: The sets, in the order in which they are asked.
    ///   - files: The places of body files of sets that have none; none by default.
    /// - Throws: `BarricadeError` if the file of a body cannot be read.
    public init(
        of sets: any ResponseSetConvertible, files: FileLocation? = nil
    ) throws(BarricadeError) {
        var (records, excluded): ([HARRecord], [String]) = ([], [])
        for set in sets.responseSets {
            let places = set.files.map { [$0] } ?? files.map { [$0] } ?? []
            let values = Dictionary(set.matcher.valueNames.map { ($0, "1") }) { first, _ in first }
            let name = "\"\(set.name.shortened)\""
            let request: Exchange.Request
            do throws(RequestExample.Gap) {
                request = try Exchange.Request(of: set, values: values)
            } catch {
                excluded.append("\(name): \(error.reason)")
                continue
            }
            for response in set.responsesInTurn {
                guard let outcome = try Exchange.Outcome(of: response, in: places) else {
                    excluded.append(
                        "\(name) / \"\(response.name.shortened)\": not a whole reply that is "
                            + "always the same")
                    continue
                }
                // The dates are fixed, so that equal sets make equal files.
                let date = Date(timeIntervalSince1970: Double(records.count))
                records.append(HARRecord(Exchange(request, outcome, date: date)))
            }
        }
        (entryCount, self.excluded) = (records.count, excluded)
        do {
            data = try HARText(records).data()
        } catch {
            throw BarricadeError(.unreadableArchive, error.localizedDescription)
        }
    }
}

extension HARExport: CustomStringConvertible {
    /// The number of entries, and the excluded responses.
    public var description: String {
        let entries = "\(entryCount) \(entryCount == 1 ? "entry" : "entries")"
        guard !excluded.isEmpty else { return "\(entries)." }
        return "\(entries); \(excluded.count) left out:\n"
            + excluded.map { "  \($0)" }.joined(separator: "\n")
    }
}

extension ResponseSet {
    /// The responses, those of sequences in turn, the default one first.
    fileprivate var responsesInTurn: [CannedResponse] {
        var named = responses
        if let first = named.firstIndex(where: { $0.name == defaultResponse }) {
            named.insert(named.remove(at: first), at: 0)
        }
        var turns: [CannedResponse] = []
        for response in named {
            let isThere = turns.contains { $0.name == response.name }
            turns += response.elementsInTurn ?? (isThere ? [] : [response])
        }
        return turns
    }
}

extension Exchange.Request {
    /// Makes a request that a set claims.
    fileprivate init(
        of set: ResponseSet, values: [String: String]
    ) throws(RequestExample.Gap) {
        let example = try RequestExample(of: set, values: values)
        let request = try example.asked()
        self.init(
            method: request.method, url: request.url.absoluteString, headers: example.headers)
    }
}

extension Exchange.Outcome {
    /// Makes the outcome of a response; `nil` if it is not the same each time.
    fileprivate init?(of response: CannedResponse, in files: [FileLocation]) throws(BarricadeError)
    {
        if let code = response.errorCode {
            self = .failure(code)
            return
        }
        guard let reply = response.plainReply else { return nil }
        self = .reply(
            Exchange.Reply(
                status: reply.status, headers: reply.headers,
                body: .data(try reply.bytes(in: files))))
    }
}
