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
        let secrets = Array(secrets)
        let short = secrets.firstIndex { $0.utf8.count < SecretIndex.window }
        if secrets.isEmpty || short != nil {
            let fault = short.map { number in
                "Secret \(number + 1) has \(secrets[number].utf8.count) bytes, and cannot be sought: "
                    + "it needs at least \(SecretIndex.window)."
            }
            throw BarricadeError(
                .invalidDefinition,
                """
                \(fault ?? "There are no secrets to seek.")

                To fix: check that the variable or file \(short == nil ? "they come" : "it comes") \
                from is there.
                """)
        }
        var index = SecretIndex()
        for secret in secrets { index.add(secret, "", nil) }
        let verifier = SecretVerifier(search: index)
        do {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
                let file = folder.appendingPathComponent(path)
                let isFolder = try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
                let data = isFolder == true ? Data() : try Data(contentsOf: file)
                try verifier.verify(data, at: path)
            }
        } catch {
            throw BarricadeError(error)
                ?? BarricadeError(
                    .unusableFolder, "The folder \(folder.path.shortened) cannot be read: \(error)."
                )
        }
    }
}
