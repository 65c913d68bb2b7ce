public import Foundation

/// What went wrong, with a text that says what to do about it.
///
/// A request that a barricade fails ends with this error. Apple platforms hand it to the caller
/// rewrapped as an `NSError`, so tell errors apart by their code, which works everywhere:
///
/// ```swift
/// do {
///     _ = try await session.data(from: url)
/// } catch BarricadeError.Code.unmatchedRequest {
///     // no response set matches
/// }
/// ```
public struct BarricadeError: Error, Hashable, Sendable {
    /// What kind of mistake an error is about.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        /// Makes a code of its number in the error domain.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }

    /// What kind of mistake this is.
    public let code: Code

    /// The whole text: what happened, where, and what to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Reads back what a load failed with, also where the platform has rewrapped it.
    ///
    /// `nil` for any other error.
    public init?(_ error: any Error) {
        if let error = error as? BarricadeError {
            self = error
            return
        }
        let bare = error as NSError
        guard bare.domain == Self.errorDomain else { return nil }
        self.init(Code(rawValue: bare.code), bare.localizedDescription)
    }
}

extension BarricadeError.Code {
    /// A request that no response set claims, under a policy that fails it.
    public static let unmatchedRequest = Self(rawValue: 1)
    /// A name of a set, response or preset that is not registered.
    public static let unknownName = Self(rawValue: 2)
    /// A set, response, matcher or preset that cannot work as it is written.
    public static let invalidDefinition = Self(rawValue: 3)
    /// A body's file that is missing, is a folder or cannot be read.
    public static let unreadableFile = Self(rawValue: 4)
    /// A request to a session whose barricade no longer exists.
    public static let barricadeReleased = Self(rawValue: 5)
    /// A kind of task or answer that the URL loading system of this platform cannot do.
    public static let unsupported = Self(rawValue: 6)
    /// A saved selection that cannot be read or written, or that names what no longer exists.
    public static let unusableSelection = Self(rawValue: 7)
    /// A launch argument or environment variable that cannot be read.
    public static let invalidLaunchOption = Self(rawValue: 8)
    /// A request's body that is missing, hidden, or not what it is read as.
    public static let unreadableBody = Self(rawValue: 9)
    /// A request that was waited for and did not come in time.
    public static let missingRequest = Self(rawValue: 10)
    /// A request to a sequence of responses that has come to its end.
    public static let sequenceUsedUp = Self(rawValue: 11)

    /// Whether an error has this code, also after the platform has rewrapped it.
    public static func ~= (code: Self, error: any Error) -> Bool {
        BarricadeError(error)?.code == code
    }
}

extension BarricadeError: CustomNSError, LocalizedError {
    public static var errorDomain: String { "BarricadeErrorDomain" }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
    public var errorDescription: String? { message }
}

extension BarricadeError: CustomStringConvertible {
    public var description: String { message }
}
