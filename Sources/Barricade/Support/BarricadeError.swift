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
        package let rawValue: Int

        package init(rawValue: Int) {
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

    // Not copied into all that can fail.
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
        let bare = error as NSError
        guard bare.domain == Self.errorDomain else { return nil }
        self.init(Code(rawValue: bare.code), bare.localizedDescription)
    }

    // Not synthesized, since Foundation on Linux traps when it hashes the content (6.3.1).
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

    private init(_ name: Name) {
        self.init(rawValue: name.rawValue)
    }

    private enum Name: Int {
        case unmatchedRequest = 1
        case unknownName, invalidDefinition, unreadableFile, barricadeReleased, unsupported
        case unusableSelection, invalidLaunchOption, unreadableBody, missingRequest, sequenceUsedUp
        case missingRecorder = 13
    }
}

extension URLError.Code {
    /// The code's name in Swift: `notConnectedToInternet`; `nil` for other codes.
    package var name: String? { Name(rawValue: rawValue).map { "\($0)" } }

    /// The codes that have a name, by their names.
    package static let named: [(name: String, value: URLError.Code)] =
        Name.allCases.compactMap { name in
            // Not every number is a code on Linux.
            let code: URLError.Code? = URLError.Code(rawValue: name.rawValue)
            return code.map { ("\(name)", $0) }
        }.ordered(by: \.name)

    /// The names and numbers; a name without a number has the one before it, plus 1.
    private enum Name: Int, CaseIterable {
        case cannotLoadFromNetwork = -2000
        case clientCertificateRequired = -1206
        case clientCertificateRejected, serverCertificateNotYetValid
        case serverCertificateHasUnknownRoot, serverCertificateUntrusted
        case serverCertificateHasBadDate, secureConnectionFailed
        case dataLengthExceedsMaximum = -1103
        case noPermissionsToReadFile, fileIsDirectory, fileDoesNotExist
        case appTransportSecurityRequiresSecureConnection = -1022
        case requestBodyStreamExhausted, dataNotAllowed, callIsActive, internationalRoamingOff
        case cannotParseResponse, cannotDecodeContentData, cannotDecodeRawData, zeroByteResource
        case userAuthenticationRequired, userCancelledAuthentication, badServerResponse
        case redirectToNonExistentLocation, notConnectedToInternet, resourceUnavailable
        case httpTooManyRedirects, dnsLookupFailed, networkConnectionLost, cannotConnectToHost
        case cannotFindHost, unsupportedURL, timedOut, badURL, cancelled
        case unknown = -1
    }
}

extension String {
    /// The text for messages: if it has more than 200 characters, the first 139 and the last 60.
    package var shortened: String { shortened(to: 200) }

    /// Returns the text, with `…` in place of its middle if it is too long.
    ///
    /// - Parameter limit: The most Unicode scalars to return; at least 3.
    package func shortened(to limit: Int) -> String {
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        let end = limit * 3 / 10
        var text = String(unicodeScalars.prefix(limit - end - 1))
        text += "…"
        text.unicodeScalars += unicodeScalars.suffix(end)
        return text
    }
}

/// Texts below each other in messages.
package enum TextColumn {
    /// Returns the texts, padded to the same width.
    package static func padded(_ texts: [String]) -> [String] {
        let width = texts.map(\.count).max() ?? 0
        return texts.map { $0 + String(repeating: " ", count: width - $0.count) }
    }
}

/// The names nearest to an unknown one, for messages.
package enum NameSuggestion {
    /// Returns the names, nearest first; equally near ones keep their order.
    package static func nearestFirst(to name: String, among names: [String]) -> [String] {
        let fromName = EditDistance(from: name)
        return names.ordered { fromName.distance(to: $0) }
    }

    /// Returns the text about an unknown name: a suggestion, and the known names, nearest first.
    ///
    /// - Parameter place: The place that lists the names, if there are too many to show.
    package static func known(
        nearestTo name: String, among names: [String], seeing place: String = ""
    ) -> String {
        let nearest = nearestFirst(to: name, among: names)
        let distance = EditDistance(from: name)
        let isMeant = nearest.first.map { distance.fraction(to: $0) <= 0.5 } ?? false
        return (isMeant ? "Did you mean \(quoted([nearest[0]]))? " : "")
            + "Known: \(quoted(nearest, seeing: place))"
    }

    /// Returns the first names for a message, quoted, and the number of the others.
    static func quoted(_ names: [String], limit: Int = 40, seeing place: String = "") -> String {
        if names.isEmpty { return "none" }
        let shown = names.prefix(limit).map { "\"\($0.shortened)\"" }
        let more = names.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more\(place)" : "")
    }
}

extension BarricadeError {
    /// Makes the error about an unknown name: the sentence, then the known names.
    // Not copied into its callers, since it is long.
    @inline(never)
    package static func unknown(
        _ name: String, among known: [String], saying sentence: String, code: Code = .unknownName,
        seeing place: String = "", orElse fix: String = ""
    ) -> BarricadeError {
        let list = NameSuggestion.known(nearestTo: name, among: known, seeing: place)
        return BarricadeError(
            code, "\(sentence)\n\(list).\(known.isEmpty ? fix : "")",
            nearestNames: NameSuggestion.nearestFirst(to: name, among: known))
    }

    /// Makes the error of a response's name that its set does not have.
    package static func unknownResponse(
        _ name: String, of set: String, known: [String], at place: String = ""
    ) -> BarricadeError {
        .unknown(
            name, among: known,
            saying: """
                Set "\(set.shortened)" has no response named "\(name.shortened)"\(place).
                """, seeing: " in barricade.sets")
    }
}

/// The edit distance of other names from a name, ignoring case; it prepares the name once.
package struct EditDistance: Sendable {
    /// Names are short; the rest of a longer text is ignored.
    private static let limit = 256

    private let scalars: [Unicode.Scalar]

    package init(from text: String) {
        scalars = Self.scalars(of: text)
    }

    /// Returns the Levenshtein distance of the first 256 characters.
    package func distance(to text: String) -> Int {
        distance(to: Self.scalars(of: text))
    }

    /// Returns the distance as a fraction of the longer name: 0 means equal, 1 means nothing in
    /// common.
    func fraction(to text: String) -> Double {
        let other = Self.scalars(of: text)
        return Double(distance(to: other)) / Double(max(scalars.count, other.count, 1))
    }

    private func distance(to other: [Unicode.Scalar]) -> Int {
        var row = Array(0...other.count)
        for (i, a) in scalars.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in other.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }

    private static func scalars(of text: String) -> [Unicode.Scalar] {
        // Cut first, since lowercasing a long text takes longer than comparing it.
        let start = String(text.unicodeScalars.prefix(limit)).lowercased()
        return Array(start.unicodeScalars.prefix(limit))
    }
}

/// The existing file that the name of a missing one may mean, for messages.
package enum NearestFile {
    /// The most names of a folder to compare, since a request waits meanwhile.
    private static let mostNames = 1_000
    /// Names with a greater difference are not similar.
    private static let mostDifference = 0.4

    /// Returns the path of a file with a similar name in the same folder, or with this name in a
    /// subfolder; `nil` if there is none.
    ///
    /// - Parameter missing: The paths at which it was searched for.
    package static func path(to missing: [String]) -> String? {
        var nearest: (path: String, difference: Double)?
        for path in missing {
            let missing = URL(fileURLWithPath: path)
            let wanted = EditDistance(from: missing.deletingPathExtension().lastPathComponent)
            let folder = folder(missing.deletingLastPathComponent())
            for name in names(in: folder) {
                var url = folder.appendingPathComponent(name)
                let stem = url.deletingPathExtension().lastPathComponent
                // The extension may be missing, or another one.
                var difference = stem == missing.lastPathComponent ? 0 : wanted.fraction(to: stem)
                if FileStatus(url.path)?.isFolder == true {
                    url.appendPathComponent(missing.lastPathComponent)
                    difference = 0
                }
                guard difference < nearest?.difference ?? mostDifference,
                    FileStatus(url.path)?.isRegular == true
                else { continue }
                nearest = (url.path, difference)
            }
        }
        return nearest?.path
    }

    /// Returns a folder; if it is missing, one beside it with a similar name, or else its parent.
    private static func folder(_ folder: URL) -> URL {
        guard FileStatus(folder.path) == nil else { return folder }
        // A folder may be given twice: in the location, and before the file's name.
        let parent = folder.deletingLastPathComponent()
        let wanted = EditDistance(from: folder.lastPathComponent)
        let similar = names(in: parent).filter { wanted.fraction(to: $0) < mostDifference }
            .ordered { wanted.fraction(to: $0) }.map { parent.appendingPathComponent($0) }
        return similar.first { FileStatus($0.path)?.isFolder == true } ?? parent
    }

    private static func names(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return Array(
            names.filter { !$0.hasPrefix(".") }.ordered(by: \.self).prefix(mostNames))
    }
}

extension Array {
    /// Returns the elements sorted by rank, the lowest first; equal ones keep their order.
    package func ordered<Rank: Comparable>(by rank: (Element) -> Rank) -> [Element] {
        if count < 2 { return self }
        let ranks = map(rank)
        return Int.places(ofFirst: count) { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
        }.map { self[$0] }
    }
}

extension Int {
    /// Returns the first whole numbers in an order.
    ///
    /// It sorts places, since a sort is 4 KB of code for each type: one serves all elements.
    @inline(never)
    fileprivate static func places(
        ofFirst count: Int, _ isBefore: (Int, Int) -> Bool
    ) -> [Int] {
        (0..<count).sorted(by: isBefore)
    }
}

extension Dictionary where Key == String {
    /// The keys, in ascending order.
    package var orderedKeys: [String] { Array(keys).ordered(by: \.self) }
}

extension Int {
    /// Returns the number with its noun: `1 test`, `2 tests`.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}
