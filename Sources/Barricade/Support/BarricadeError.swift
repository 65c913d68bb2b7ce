public import Foundation

/// An error with a message that says what to do about it.
///
/// A request that a barricade fails ends with this error. Apple platforms rewrap it as an
/// `NSError`, so catch errors by their code, which works everywhere:
///
/// ```swift
/// do {
///     _ = try await session.data(from: url)
/// } catch BarricadeError.Code.unmatchedRequest {
///     // no response set matches
/// }
/// ```
public struct BarricadeError: Error, Hashable, Sendable {
    /// The code of an error.
    public struct Code: Hashable, Sendable {
        /// The number in the error domain.
        let rawValue: Int

        init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }

    // One reference, since most functions of the library can throw an error. Foundation's, since
    // ThreadSanitizer does not see that URLSession hands an error from one thread to another, and
    // would warn of each property that a caller reads.
    private let content: NSError

    /// The code.
    public var code: Code { Code(rawValue: content.code) }

    /// The whole message: what happened, where, and what to do.
    public var message: String { content.localizedDescription }

    /// The known names, nearest first, if the error is about an unknown one; else empty.
    public var nearestNames: [String] { content.userInfo[Self.nearestKey] as? [String] ?? [] }

    private static let nearestKey = "BarricadeNearestNames"

    @inline(never)
    package init(_ code: Code, _ message: String, nearestNames: [String] = []) {
        content = NSError(
            domain: Self.errorDomain, code: code.rawValue,
            userInfo: [NSLocalizedDescriptionKey: message, Self.nearestKey: nearestNames])
    }

    /// Makes an error from that of a load, even if the platform has rewrapped it.
    ///
    /// `nil` for any other error.
    public init?(_ error: any Error) {
        if let error = error as? BarricadeError {
            self = error
            return
        }
        let nsError = error as NSError
        guard nsError.domain == Self.errorDomain else { return nil }
        self.init(Code(rawValue: nsError.code), nsError.localizedDescription)
    }

    // Not synthesized, since Foundation on Linux cannot hash all that it may hold (6.3.1).
    public func hash(into hasher: inout Hasher) {
        hasher.combine(message)
    }
}

extension BarricadeError.Code {
    /// A request that no response set claims, if the policy fails such requests.
    public static var unmatchedRequest: Self { Self(.unmatchedRequest) }
    /// A name of a set, response or preset that is not registered.
    public static var unknownName: Self { Self(.unknownName) }
    /// An unusable definition of a set, response, matcher or preset.
    public static var invalidDefinition: Self { Self(.invalidDefinition) }
    /// A body file that is missing, is a folder or cannot be read.
    public static var unreadableFile: Self { Self(.unreadableFile) }
    /// A request to a session whose barricade no longer exists.
    public static var barricadeReleased: Self { Self(.barricadeReleased) }
    /// A task or response that this platform's URL loading system does not support.
    public static var unsupported: Self { Self(.unsupported) }
    /// A saved selection that cannot be read or written, or names something that no longer exists.
    public static var unusableSelection: Self { Self(.unusableSelection) }
    /// A launch argument or environment variable that cannot be read.
    public static var invalidLaunchOption: Self { Self(.invalidLaunchOption) }
    /// A request body that is missing, hidden, or of another format than expected.
    public static var unreadableBody: Self { Self(.unreadableBody) }
    /// A request that did not come before the timeout of a wait.
    public static var missingRequest: Self { Self(.missingRequest) }
    /// A request to a sequence of responses that has ended.
    public static var sequenceUsedUp: Self { Self(.sequenceUsedUp) }
    /// A request of a set in mode ``ResponseSet/Mode/recording`` while nothing records.
    public static var missingRecorder: Self { Self(.missingRecorder) }

    /// Returns whether an error has this code, even if the platform has rewrapped it.
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

extension BarricadeError.Code: CustomStringConvertible {
    /// The code's name: `unmatchedRequest`.
    public var description: String { Name(rawValue: rawValue).map { "\($0)" } ?? "\(rawValue)" }

    package init(_ name: Name) {
        self.init(rawValue: name.rawValue)
    }

    /// The codes by their numbers, also those that other modules make public.
    package enum Name: Int {
        case unmatchedRequest = 1
        case unknownName, invalidDefinition, unreadableFile, barricadeReleased, unsupported
        case unusableSelection, invalidLaunchOption, unreadableBody, missingRequest, sequenceUsedUp
        case unusableFolder, missingRecorder, cannotListen, unreadableSecrets, secretInFile
        case unreadableArchive, unreachablePanel, wrongToken, refusedByPanel, changedMeanwhile
    }
}
