public import Barricade
public import Foundation

extension Redaction {
    /// Checks that no file of a folder holds one of some secrets, for use on a build server.
    ///
    /// ```swift
    /// let password = ProcessInfo.processInfo.environment["STAGING_PASSWORD"] ?? ""
    /// try Redaction.verify(folder, secrets: [password])
    /// ```
    ///
    /// They are sought in the contents and names of all files: as they are, whatever the case of
    /// ASCII letters, percent-encoded, escaped for JSON and XML, in hexadecimal digits, and in base64
    /// at each offset. Secrets of fewer than six bytes are not sought.
    ///
    /// - Throws: `BarricadeError.Code.secretInFile` with file and place, never the value;
    ///   `BarricadeError.Code.unusableFolder` if the folder cannot be read.
    public static func verify(
        _ folder: URL, secrets: some Sequence<String>
    ) throws(BarricadeError) {
        var index = SecretIndex()
        for secret in secrets { index.add(secret, "") }
        let verifier = SecretVerifier(index)
        let paths: [String]
        do {
            paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        } catch {
            throw BarricadeError(
                .unusableFolder, "The folder \(folder.path.shortened) cannot be read: \(error).")
        }
        for path in paths {
            let file = folder.appendingPathComponent(path)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
            do {
                try verifier.verify(isFolder.boolValue ? Data() : Data(contentsOf: file), at: path)
            } catch let error as BarricadeError {
                throw error
            } catch {
                throw BarricadeError(
                    .unusableFolder, "The file \(path.shortened) cannot be read: \(error).")
            }
        }
    }
}
