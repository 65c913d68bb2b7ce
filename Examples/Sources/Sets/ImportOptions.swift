import BarricadeRecording
import Foundation
import ProgramSupport

/// What to import, and where to.
struct ImportOptions {
    let file: URL
    let folder: URL
    private var hosts: [String] = []
    private var replacesIDs = false
    private var keepsDelays = false

    init(_ arguments: inout Arguments) throws(Misuse) {
        file = try arguments.path("the HAR file")
        folder = try arguments.path("the folder to write")
        while let option = arguments.next() {
            switch option {
            case "--host": hosts.append(try arguments.value(of: option, "api.example.com"))
            case "--replace-ids": replacesIDs = true
            case "--keep-delays": keepsDelays = true
            default: throw Misuse("\(option) is not an option of import.")
            }
        }
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
