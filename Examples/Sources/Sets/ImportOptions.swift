import BarricadeRecording
import Foundation
import ProgramSupport

/// What to import, and where to.
struct ImportOptions {
    let file: URL
    let folder: URL
    private let hosts: [String]
    private let replacesIDs: Bool
    private let keepsDelays: Bool

    init(_ arguments: inout Arguments) throws(Misuse) {
        var (hosts, replacesIDs, keepsDelays) = ([String](), false, false)
        let paths = try arguments.paths(to: "the HAR file", "the folder to write") {
            option, rest throws(Misuse) in
            switch option {
            case "--host": hosts.append(try rest.value(of: option, "api.example.com"))
            case "--replace-ids": replacesIDs = true
            case "--keep-delays": keepsDelays = true
            default: return false
            }
            return true
        }
        (file, folder) = (paths[0], paths[1])
        (self.hosts, self.replacesIDs, self.keepsDelays) = (hosts, replacesIDs, keepsDelays)
    }

    /// Reads the file.
    func archive() throws -> HARArchive {
        try HARArchive(contentsOf: file) { options in
            options.hosts = hosts
            options.replacesIDs = replacesIDs
            options.keepsDelays = keepsDelays
        }
    }
}
