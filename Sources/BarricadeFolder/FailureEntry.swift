import Barricade
import BarricadeCommon
import BarricadeResources
import Foundation

/// A failure of a load partway: `"networkConnectionLost"`, or an error and a place.
struct FailureEntry: ManifestEntry {
    var error: (any Error)?
    package var bytes: Int?
    var chunks: Int?
    var events: Int?

    static let object = ManifestObject<FailureEntry>(
        "a failure", rules: [.oneAtMost(["afterBytes", "afterChunks", "afterEvents"])]
    ) {
        ManifestKey("error", \.error, ErrorEntry.form.named("error"), isRequired: true)
        ManifestKey("afterBytes", \.bytes, .integer(0 ... .max), "The bytes of the body before it.")
        ManifestKey("afterChunks", \.chunks, .integer(0 ... .max), "The chunks before it.")
        ManifestKey("afterEvents", \.events, .integer(0 ... .max), "The events before it.")
    }

    static let form = ManifestForm<CannedResponse.Failure>.short(
        ErrorEntry.codeName,
        or: object.form.converted(
            reading: { entry, _ in entry.failure }, writing: { FailureEntry($0) }),
        lengthened: { CannedResponse.Failure(error: URLError($0), point: .headers) },
        shortened: { failure in
            guard failure.point == .headers, let code = (failure.error as? URLError)?.code else {
                return nil
            }
            return code.name == nil ? nil : code
        })
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
        return CannedResponse.Failure(error: error, point: point)
    }
}
