import Barricade
import Foundation

/// An error in a manifest: the name of a `URLError` code, or a domain and a code.
struct ErrorEntry: ManifestEntry {
    var domain: String?
    var code: Int?
    var message: String?

    static let object = ManifestObject<ErrorEntry>("an error") {
        Key("domain", \.domain, .name, isRequired: true, "The domain of an NSError.")
        Key("code", \.code, .integer(.min ... .max), isRequired: true)
        Key("message", \.message, .text, "The error's localized description.")
    }

    /// The name of a `URLError` code.
    static let codeName = ManifestForm.choice(
        "error", of: URLError.Code.named, correction: URLError.Code.name(correcting:))

    static let form = ManifestForm<any Error>.short(
        codeName, or: object.form(\.error, ErrorEntry.init), lengthened: { URLError($0) },
        shortened: code)

    /// Returns the code of an error if its name says all.
    static func code(of error: any Error) -> URLError.Code? {
        (error as? URLError).flatMap { $0.code.name == nil ? nil : $0.code }
    }
}

extension ErrorEntry {
    init(_ error: any Error) {
        let nsError = error as NSError
        domain = nsError.domain
        code = nsError.code
        message = nsError.userInfo[NSLocalizedDescriptionKey] as? String
    }

    /// Why an error cannot be written; usually `nil`.
    static func fault(of error: any Error) -> String? {
        // Compare the type: any error can be cast to NSError.
        guard type(of: error) is NSError.Type || error is URLError else {
            return "its error is a \(type(of: error)), which is code"
        }
        let keys = (error as NSError).userInfo.keys
        return keys.allSatisfy { $0 == NSLocalizedDescriptionKey && !(error is URLError) }
            ? nil : "its error has a userInfo"
    }

    private var error: (any Error)? {
        guard let domain, let code else { return nil }
        if domain == NSURLErrorDomain, message == nil,
            let known = URLError.Code.named.first(where: { $0.value.rawValue == code })
        {
            return URLError(known.value)
        }
        return NSError(
            domain: domain, code: code,
            userInfo: message.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
    }
}

extension URLError.Code {
    /// Returns the name for another word for a failure, or for its name or number in Objective-C;
    /// `nil` if none is known.
    package static func name(correcting word: String) -> String? {
        if let number = Int(word) { return named.first { $0.value.rawValue == number }?.name }
        let letters = word.lowercased().filter(\.isLetter)
        return otherWords[letters]
            ?? named.first { "nsurlerror\($0.name.lowercased())" == letters }?.name
    }

    private static let otherWords = [
        "connectionlost": "networkConnectionLost", "connectionrefused": "cannotConnectToHost",
        "connectionreset": "networkConnectionLost", "dns": "cannotFindHost",
        "nointernet": "notConnectedToInternet", "nonetwork": "notConnectedToInternet",
        "notconnected": "notConnectedToInternet", "offline": "notConnectedToInternet",
        "ssl": "secureConnectionFailed", "timeout": "timedOut", "tls": "secureConnectionFailed",
        "unreachable": "cannotConnectToHost",
    ]
}

/// A failure of a load partway: `"networkConnectionLost"`, or an error and a place.
struct FailureEntry: ManifestEntry {
    var error: (any Error)?
    var bytes: Int?
    var chunks: Int?
    var events: Int?

    static let object = ManifestObject<FailureEntry>(
        "a failure", rules: [.oneAtMost(["afterBytes", "afterChunks", "afterEvents"])]
    ) {
        Key("error", \.error, ErrorEntry.form.named("error"), isRequired: true)
        Key("afterBytes", \.bytes, .integer(0 ... .max), "The bytes of the body before it.")
        Key("afterChunks", \.chunks, .integer(0 ... .max), "The chunks before it.")
        Key("afterEvents", \.events, .integer(0 ... .max), "The events before it.")
    }

    static let form = ManifestForm<CannedResponse.Failure>.short(
        ErrorEntry.codeName, or: object.form(\.failure, FailureEntry.init),
        lengthened: { (URLError($0), .headers) },
        shortened: { $0.point == .headers ? ErrorEntry.code(of: $0.error) : nil })
}

extension FailureEntry {
    init(_ failure: CannedResponse.Failure) {
        error = failure.error
        switch failure.point {
        case .headers: break
        case .bytes(let count): bytes = count
        case .chunks(let count): chunks = count
        case .events(let count): events = count
        }
    }

    private var failure: CannedResponse.Failure? {
        guard let error else { return nil }
        let point =
            bytes.map(CannedResponse.FailurePoint.bytes)
            ?? chunks.map(CannedResponse.FailurePoint.chunks)
            ?? events.map(CannedResponse.FailurePoint.events) ?? .headers
        return (error, point)
    }
}
