import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import ProgramSupport

/// Makes folders of response sets from traffic, checks them, and compares them with a server.
@main
enum Sets {
    private enum ExitCode {
        static let notWell: Int32 = 1
        static let misuse: Int32 = 2
    }

    static func main() async {
        do {
            let code: Int32
            switch try Command.read(Program.arguments) {
            case .help:
                Program.write(Command.usage)
                code = 0
            case .importArchive(let options): code = try run(options)
            case .check(let folder): code = try check(folder)
            case .drift(let options): code = try await run(options)
            }
            exit(code)
        } catch let misuse as Misuse {
            Program.end(ExitCode.misuse, saying: "\(misuse)\n\n\(Command.usage)")
        } catch {
            Program.end(ExitCode.misuse, saying: error.localizedDescription)
        }
    }

    private static func run(_ options: ImportOptions) throws -> Int32 {
        let archive = try options.archive()
        Program.write("\(archive)")
        guard !archive.responseSets.isEmpty else { return ExitCode.notWell }
        let changes = try archive.write(to: options.folder)
        Program.write("\(options.folder.path): \(changes).")
        return 0
    }

    private static func check(_ folder: URL) throws -> Int32 {
        let manifest = folder.appendingPathComponent("barricade.json")
        guard FileManager.default.fileExists(atPath: manifest.path) else {
            Program.end(
                ExitCode.misuse,
                saying: "There is no folder with a file barricade.json at \(folder.path).")
        }
        let barricade: Barricade
        do {
            barricade = try Barricade(folder: .directory(folder)) { $0.faultHandler = { _ in } }
        } catch {
            // The folder's own mistakes, all in one message.
            Program.write(error.message)
            return ExitCode.notWell
        }
        let mistakes = barricade.validate()
        for mistake in mistakes { Program.write(mistake.message) }
        let sets = barricade.sets
        let responses = sets.map(\.responses.count).reduce(0, +)
        let found = mistakes.isEmpty ? "no mistakes" : counted(mistakes.count, "mistake")
        Program.write("\(counted(sets.count, "set")), \(counted(responses, "response")): \(found).")
        return mistakes.isEmpty ? 0 : ExitCode.notWell
    }

    private static func run(_ options: DriftOptions) async throws -> Int32 {
        let report = try await options.report()
        if options.isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            Program.write(String(decoding: try encoder.encode(report), as: UTF8.self))
        } else {
            Program.write("\(report)", terminator: "")
        }
        return report.exitCode()
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
