public import Barricade
import BarricadeFolder
public import Foundation

/// Response sets as a HAR 1.2 file, which browsers, proxies and ``HARArchive`` read.
///
/// ```swift
/// let export = try HARExport(of: ResponseSet.sets(in: .directory("Responses")))
/// try export.data.write(to: URL(fileURLWithPath: "responses.har"))
/// print(export)
/// ```
///
/// There is an entry for each response, the default one first; for a sequence, one for each turn, as
/// often as it comes; for what was recorded, one for each request that it was recorded for, with its
/// URL. Other named path segments, and query items that may have any value, are 1. Nothing is
/// redacted.
public struct HARExport: Sendable {
    /// The bytes of the file.
    public let data: Data
    /// The number of its entries.
    public let entryCount: Int
    /// The responses that are not in it, each with the reason: `"Books" / "Slow": …`.
    public let excluded: [String]

    /// The most entries for a turn that is served several times.
    private static let mostTimes = 100

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
            let places = set.files ?? files ?? []
            let name = "\"\(set.name.shortened)\""
            do throws(RequestExample.Gap) {
                _ = try RequestExample.request(of: set, for: nil)
            } catch {
                excluded.append("\(name): \(error.reason)")
                continue
            }
            for response in set.responsesInTurn {
                guard let outcome = try Exchange.Outcome(response, in: places) else {
                    excluded.append(
                        "\(name) / \"\(response.name.shortened)\": not a whole reply that is "
                            + "always the same")
                    continue
                }
                let targets = response.recordedFor.isEmpty ? [nil] : response.recordedFor.map { $0 }
                let requests = targets.compactMap { target -> Exchange.Request? in
                    var request: Exchange.Request
                    do throws(RequestExample.Gap) {
                        request = Exchange.Request(
                            try RequestExample.request(of: set, for: target, as: outcome))
                    } catch {
                        excluded.append("\(name) / \"\(response.name.shortened)\": \(error.reason)")
                        return nil
                    }
                    // Foundation encodes the brackets of `filter[name]`, which browsers do not.
                    if target?.recordedTarget?.contains("[") == true {
                        request.url = request.url.replacing("%5B", with: "[")
                            .replacing("%5D", with: "]")
                    }
                    return request
                }
                let times = min(response.repeats ?? 1, Self.mostTimes)
                if let all = response.repeats, all > times {
                    excluded.append(
                        "\(name) / \"\(response.name.shortened)\": \(all - times) of its \(all) times"
                    )
                }
                for request in requests.flatMap({ Array(repeating: $0, count: times) }) {
                    // The dates are fixed, so that equal sets make equal files.
                    let date = Date(timeIntervalSince1970: Double(records.count))
                    records.append(HARRecord(Exchange(request, outcome, date: date)))
                }
            }
        }
        (entryCount, self.excluded) = (records.count, excluded)
        data = HARText(records).data()
    }
}

extension HARExport: CustomStringConvertible {
    /// The number of entries, and the excluded responses.
    public var description: String {
        let entries = entryCount.counted("entry", "entries")
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
