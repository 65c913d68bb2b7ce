public import Barricade
public import Foundation

extension Recording {
    /// The settings of a recording.
    public struct Settings: Sendable {
        /// The rules by which secrets are redacted before anything is kept.
        public var redaction = Redaction()
        /// The places in JSON whose values differ each time, such as `$..updatedAt`.
        ///
        /// Replies that differ only there are equal, and a saved reply keeps its old values.
        public var volatilePaths: [Redaction.Path] = []
        /// The folder that will be recorded again; `nil` by default.
        ///
        /// Its replacements of secrets are used again, so that the folder does not change.
        public var earlierFolder: URL?
        /// Whether UUIDs and numbers in the paths of new sets become `:id`; true by default.
        public var replacesIDs = true
        /// Whether responses have a delay of the real duration; false by default.
        public var keepsDelays = false
        /// Whether failed connections are recorded as error responses; false by default.
        public var keepsFailures = false
        /// The most responses that are recorded for a set; 50 by default.
        public var responseLimit = 50
        /// Returns whether the reply to a request is recorded; by default each is.
        public var isRecorded: @Sendable (BarricadeRequest) -> Bool = { _ in true }

        /// Makes the default settings.
        public init() {}

        var volatile: VolatilePaths { VolatilePaths(volatilePaths.map(\.path)) }
    }
}
