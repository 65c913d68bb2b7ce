public import Barricade
import BarricadeFolder
public import Foundation

extension Drift {
    /// Asks a server for the reply of each set, and compares it with the set's responses.
    ///
    /// ```swift
    /// let report = try await Drift.report(of: sets, against: staging) {
    ///     $0.headers["Authorization"] = "Bearer \(token)"
    ///     $0.values["id"] = "17"
    /// }
    /// print(report)
    /// ```
    ///
    /// It sends one request for each set whose matcher determines one: a method and a path, a
    /// value for each named segment, query items. The path is appended to that of the server. The
    /// requests are sent one after the other, without cookies and cache; no barricade intercepts
    /// them, and they follow no redirect.
    ///
    /// - Parameters:
    ///   - sets: The sets, in the order of registration: the first one that matches a request is
    ///     compared.
    ///   - server: The server's URL, with `http` or `https`.
    ///   - configure: Changes the settings.
    /// - Throws: `BarricadeError.Code.invalidDefinition` if the server's URL, a header field or a
    ///   method is not valid, `BarricadeError.Code.unknownName` if a value is given for a name that
    ///   no set has, and `CancellationError` if the task is cancelled.
    public static func report(
        of sets: any ResponseSetConvertible, against server: URL,
        configure: (inout DriftReport.Settings) -> Void = { _ in }
    ) async throws -> DriftReport {
        var settings = DriftReport.Settings()
        configure(&settings)
        return try await DriftReporter(server, settings).report(of: sets.responseSets)
    }

    /// Asks a server for the replies of the sets in a folder, and compares them with its responses.
    ///
    /// ```swift
    /// let report = try await Drift.report(of: .directory("Responses"), against: staging)
    /// exit(report.exitCode())
    /// ```
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with the mistakes in the folder, and the
    ///   errors of `report` for sets.
    public static func report(
        of folder: FileLocation, against server: URL,
        configure: (inout DriftReport.Settings) -> Void = { _ in }
    ) async throws -> DriftReport {
        try await report(of: ResponseSet.sets(in: folder), against: server, configure: configure)
    }
}
