public import Barricade

/// The sets and presets of a folder with a file `barricade.json`, to list among response sets.
///
/// ```swift
/// @Test(.barricade(.folder(.bundle(.module, subdirectory: "Responses")))) func showsBooks() {
/// ```
///
/// It is read once, when it is made. If it has mistakes, it is one set that answers no request and
/// is reported with them. A `ResponseGroup` takes its sets alone.
public struct ResponseFolder: ResponseSetConvertible {
    public let responseSets: [ResponseSet]
    public let presets: [Preset]

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - location: The location of the folder.
    ///   - fileID: The file that lists it, for messages.
    ///   - line: The line that lists it, for messages.
    public init(_ location: FileLocation, fileID: StaticString = #fileID, line: UInt = #line) {
        do throws(BarricadeError) {
            let manifest = try WatchedFolder(location).manifest
            (responseSets, presets) = (manifest.sets, manifest.presets)
        } catch {
            let message = error.message
            let set = ResponseSet(
                "Folder", on: .unreadable(String(message.dropLast(message.hasSuffix(".") ? 1 : 0))),
                responses: [.serverError("The folder has mistakes")], fileID: fileID, line: line)
            (responseSets, presets) = ([set], [])
        }
    }
}

extension ResponseSetConvertible where Self == ResponseFolder {
    /// The sets and presets of a folder with a file `barricade.json`; see ``ResponseFolder``.
    public static func folder(
        _ location: FileLocation, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Self {
        ResponseFolder(location, fileID: fileID, line: line)
    }
}
