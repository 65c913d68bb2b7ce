@testable import TestSupport

extension ScratchFolder {
    /// The texts of all files below it, hidden ones too, by their paths.
    func tree() throws -> [String: String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path)
            .reduce(into: [:]) { $0[$1] = try? read($1) }
    }

    /// What all its files and their paths say.
    func everything() throws -> String {
        try tree().map { "\($0.key)\n\($0.value)" }.joined(separator: "\n")
    }

    /// The dates and numbers of all files below it, which differ once one is written again.
    func stamps() throws -> [String: String] {
        var stamps: [String: String] = [:]
        for path in try tree().keys {
            let attributes = try FileManager.default.attributesOfItem(atPath: file(path).path)
            let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            stamps[path] = "\(date) \(attributes[.systemFileNumber] ?? 0)"
        }
        return stamps
    }
}
