import Barricade
import Foundation

/// The words of a command line after the subcommand: its operands and options.
struct CommandWords: Sendable {
    private let usage: Usage
    private var operands: [String] = []
    /// The values of the given options; an option without a value has an empty one.
    private var values: [String: [String]] = [:]

    /// Reads the words; `--name=value` is the same as `--name value`.
    init(_ arguments: some Sequence<String>, for usage: Usage) throws(Misuse) {
        self.usage = usage
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = usage.options.first(where: { $0.name == name }) else {
                throw Misuse(
                    name, isNot: "an option of \(usage.name)", of: usage.options.map(\.name),
                    fix: usage.hint)
            }
            var value = parts.dropFirst().first.map(String.init)
            if let wanted = option.value {
                if value == nil, rest.first?.hasPrefix("--") == false { value = rest.popFirst() }
                guard value?.isEmpty == false else { throw needs(name, wanted) }
            } else if value != nil {
                throw Misuse("\(name) takes no value.", fix: usage.hint)
            }
            values[name, default: []].append(value ?? "")
        }
        try checkOperands()
    }

    private func checkOperands() throws(Misuse) {
        let hasMany = usage.operands.last?.hasSuffix("...") == true
        for (index, meaning) in usage.operands.enumerated()
        where index >= operands.count || operands[index].isEmpty {
            let need = meaning.hasSuffix("...") ? meaning.dropLast(3) : meaning[...]
            throw Misuse("\(usage.name) needs \(need).", fix: usage.hint)
        }
        if operands.count == 2, usage.operands.count == 2,
            !zip(usage.operands, operands).allSatisfy(Self.fits),
            zip(usage.operands, operands.reversed()).allSatisfy(Self.fits)
        {
            throw Misuse(
                "\(operands[0]) and \(operands[1]) are swapped.",
                fix: "Write \(BarricadeCLI.call) \(usage.title).")
        }
        if !hasMany, operands.count > usage.operands.count {
            throw Misuse(
                "\"\(operands[usage.operands.count])\" is one word too many for \(usage.title).",
                fix: usage.hint)
        }
    }

    /// Returns whether an operand can be what its meaning says.
    private static func fits(_ meaning: String, _ operand: String) -> Bool {
        let status = FileStatus(operand)
        return switch meaning {
        case "<server>": operand.contains("://")
        case "<folder>": !operand.contains("://") && status?.isFolder ?? true
        default: !(status?.isFolder ?? false)
        }
    }

    // MARK: Operands

    /// The operand at an index, which must exist.
    func operand(_ index: Int) -> String { operands[index] }

    /// The file or folder that an operand names.
    func file(_ index: Int) -> URL { URL(fileURLWithPath: operands[index]) }

    /// The files that all operands name.
    var files: [URL] { operands.map { URL(fileURLWithPath: $0) } }

    // MARK: Options

    func has(_ option: String) -> Bool { values[option] != nil }

    /// The values of an option that may be given several times.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// The value of an option; `nil` if it is not given, the last one if it is given twice.
    func value(_ option: String) -> String? { values[option]?.last }

    /// The converted value of an option.
    ///
    /// - Parameters:
    ///   - need: The kind of value, for the message: `a port`.
    ///   - read: Converts a value; returns `nil` if it is invalid.
    func value<Value>(
        _ option: String, need: String, _ read: (String) -> Value?
    ) throws(Misuse) -> Value? {
        guard let text = value(option) else { return nil }
        guard let value = read(text) else { throw needs(option, need) }
        return value
    }

    /// The values of an option, each a name and a value: `id=17`.
    func pairs(
        _ option: String, separatedBy separator: Character, need: String
    ) throws(Misuse) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for text in all(option) {
            guard let end = text.firstIndex(of: separator), end != text.startIndex else {
                throw needs(option, need)
            }
            let value = text[end...].dropFirst().trimmingCharacters(in: .whitespaces)
            pairs.append((String(text[..<end]), value))
        }
        return pairs
    }

    /// The address of a server: scheme and host, perhaps with a path.
    func server(_ text: String) throws(Misuse) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false, url.query == nil, url.fragment == nil,
            url.port ?? 0 <= UInt16.max
        else {
            throw Misuse(
                "\"\(text)\" is not the URL of a server, such as https://api.example.com.",
                fix: usage.hint)
        }
        return url
    }

    private func needs(_ option: String, _ need: String) -> Misuse {
        Misuse("\(option) needs \(need).", fix: usage.hint)
    }
}

/// A mistake in a command line, or in a file that it names.
struct Misuse: LocalizedError {
    let errorDescription: String?

    /// - Parameter fix: The second line, with the fix.
    init(_ description: String, fix: String? = nil) {
        errorDescription = [description, fix].compactMap(\.self).joined(separator: "\n")
    }

    /// An unknown word; the message suggests one at most two letters away.
    ///
    /// - Parameter what: The expected kind of word: `a subcommand`.
    init(_ word: String, isNot what: String, of known: [String], fix: String) {
        let distance = EditDistance(from: word)
        let nearest = known.min { distance.distance(to: $0) < distance.distance(to: $1) }
            .flatMap { distance.distance(to: $0) <= 2 ? "; the nearest is \($0)" : nil }
        self.init("\"\(word)\" is not \(what)\(nearest ?? "").", fix: fix)
    }

    /// A missing file or folder; the message suggests one with a similar name.
    init(missing file: URL, _ what: String = "file", fix: String? = nil) {
        let nearest = NearestFile.path(to: [file.path]).map { " The nearest is \($0)." }
        self.init("There is no \(what) \(file.path).\(nearest ?? "")", fix: fix)
    }
}
