public import Barricade
import BarricadeFolder
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
    /// at each offset.
    ///
    /// - Throws: `BarricadeError.Code.secretInFile` with file and place, never the value;
    ///   `BarricadeError.Code.unusableFolder` if the folder cannot be read;
    ///   `BarricadeError.Code.invalidDefinition` if there are no secrets, as where a variable of the
    ///   environment is not set, or if one has fewer than six bytes, which many harmless texts have.
    public static func verify(
        _ folder: URL, secrets: some Sequence<String>
    ) throws(BarricadeError) {
        var index = SecretIndex()
        for (number, secret) in secrets.enumerated() {
            guard secret.utf8.count >= SecretIndex.window else {
                throw BarricadeError(
                    .invalidDefinition,
                    """
                    Secret \(number + 1) has \(secret.utf8.count) bytes, and cannot be sought: it \
                    needs at least \(SecretIndex.window).

                    To fix: check that the variable or file it comes from is there.
                    """)
            }
            index.add(secret, "")
        }
        guard !index.isEmpty else {
            throw BarricadeError(
                .invalidDefinition,
                """
                There are no secrets to seek.

                To fix: check that the variable or file they come from is there.
                """)
        }
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
