@testable import TestSupport

extension ScratchFolder {
    /// The texts of all files below it, hidden ones too, by their paths.
    func tree() throws -> [String: String] {
        var texts: [String: String] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: url.path) ?? .init() {
            var isFolder: ObjCBool = false
            let file = file(path).path
            if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                texts[path] = try read(path)
            }
        }
        return texts
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
