public import Barricade
import BarricadeFolder
public import Foundation

extension Redaction {
    /// Checks that no file of a folder holds any of the given secrets, for use on a build server.
    ///
    /// ```swift
    /// let password = ProcessInfo.processInfo.environment["STAGING_PASSWORD"] ?? ""
    /// try Redaction.verify(folder, secrets: [password])
    /// ```
    ///
    /// It searches the contents and names of all files for each secret: as it is, in any case of
    /// ASCII letters, percent-encoded, escaped for JSON and XML, in hexadecimal digits, and in
    /// base64 at each offset.
    ///
    /// - Throws: `BarricadeError.Code.secretInFile` with file and place, never the value;
    ///   `BarricadeError.Code.unusableFolder` if the folder cannot be read;
    ///   `BarricadeError.Code.invalidDefinition` if there are no secrets, such as when an
    ///   environment variable is not set, or if one has fewer than six bytes, since many harmless
    ///   texts contain those.
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
