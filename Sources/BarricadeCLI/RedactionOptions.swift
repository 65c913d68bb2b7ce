import Barricade
import BarricadeRecording

/// The redaction rules, with the changes from the command line.
struct RedactionOptions {
    static let options = [
        Usage.Option("--secret-name <name>", "a name whose values are secret: customerRef"),
        Usage.Option("--keep <path>", "a place in JSON whose value stays: $.page.token"),
        Usage.Option("--allow-type <type>", "a type of bodies that stay unread: application/pdf"),
    ]

    let redaction: Redaction

    init(_ words: Words) throws(Misuse) {
        var redaction = Redaction()
        redaction.names.formUnion(words.all("--secret-name"))
        redaction.exceptions = try words.paths("--keep")
        redaction.allowedTypes.formUnion(words.all("--allow-type"))
        self.redaction = redaction
    }
}

extension Words {
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
