import Barricade
import BarricadeRecording
import Foundation

/// The redaction rules, with the changes from the command line.
struct RedactionOptions {
    static let options = [
        Usage.Option("--secret-name <name>", "a name whose values are secret: customerRef"),
        Usage.Option("--keep <path>", "a place in JSON whose value stays: $.page.token"),
        Usage.Option("--keep-header <name>", "a header field of replies that stays: X-Cost"),
        Usage.Option("--allow-type <type>", "a type of bodies that stay unread: application/pdf"),
    ]

    let redaction: Redaction
    /// The options as they were given.
    private let given: [(name: String, value: String)]

    init(_ words: CommandWords) throws(Misuse) {
        var redaction = Redaction()
        redaction.names.formUnion(words.all("--secret-name"))
        redaction.exceptions = try words.paths("--keep")
        redaction.keptHeaders.formUnion(words.all("--keep-header"))
        redaction.allowedTypes.formUnion(words.all("--allow-type"))
        self.redaction = redaction
        given = Self.options.flatMap { option in
            words.all(option.name).map { (option.name, $0) }
        }
    }

    /// Complains about options with a word that occurs nowhere, since it may be misspelt.
    ///
    /// - Parameter folder: The folder that was written.
    func checkSpelling(in folder: URL, _ report: RedactionReport) {
        guard !given.isEmpty else { return }
        var words = Self.words(in: report.counts.keys.map(\.place).joined(separator: " ").utf8)
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        for path in paths where path != "barricade.schema.json" {
            let file = folder.appendingPathComponent(path)
            words.formUnion(Self.words(in: (try? Data(contentsOf: file)) ?? Data()))
            words.formUnion(Self.words(in: MediaType.forExtension(file.pathExtension).utf8))
        }
        for (name, value) in given where !Self.words(in: value.utf8).isSubset(of: words) {
            Output.complain(
                "\(name) \(value): nothing in \(folder.path) has this name. Is it spelt right?")
        }
    }

    /// Returns the words of a text, spelt in one way: `customer_ref` as `customerref`.
    private static func words(in text: some Collection<UInt8>) -> Set<String> {
        let words = text.split { !$0.isTokenByte }.filter { $0.contains(where: \.isLetter) }
        return Set(
            words.map { word in
                String(decoding: word.filter { !"_-".utf8.contains($0) }, as: UTF8.self)
                    .lowercased()
            })
    }
}

extension CommandWords {
    /// The values of an option as JSON paths.
    func paths(_ option: String) throws(Misuse) -> [Redaction.Path] {
        do throws(BarricadeError) {
            return try all(option).map { text throws(BarricadeError) in try Redaction.Path(text) }
        } catch {
            throw Misuse(error.message)
        }
    }
}

extension RedactionReport {
    /// The numbers of values that a rule replaced or left out, by place.
    struct Written: Encodable {
        let rule, request, place: String
        let count: Int
    }

    var written: [Written] {
        Rule.allCases.flatMap { rule in
            entries(rule).map { entry in
                Written(
                    rule: rule.rawValue, request: entry.request, place: entry.place,
                    count: counts[entry] ?? 0)
            }
        }
    }
}
