import Barricade
import BarricadeSurfaces
import Foundation

/// A held request as a row.
struct HeldRow: Sendable, Hashable, Identifiable {
    let held: BarricadeOverview.HeldSummary

    init(held: BarricadeOverview.HeldSummary) {
        self.held = held
    }

    var id: Int { held.id }

    /// Returns the time left in words: `58 s left`, `timed out`.
    func timeLeft(at now: Date) -> String {
        let seconds = held.timeout.timeIntervalSince(now)
        guard seconds > 0 else { return "timed out" }
        let whole = Int(min(seconds, 1e9).rounded(.up))
        switch whole {
        case ..<120: return "\(whole) s left"
        case ..<7_200: return "\(whole / 60) min left"
        default: return "\(whole / 3_600) h left"
        }
    }

    /// The row in one sentence, for VoiceOver.
    func sentence(at now: Date) -> String {
        "\(held.request), held by \(held.set), \(timeLeft(at: now))"
    }
}

extension ScreenModel {
    /// The outcome of releasing a held request.
    enum Release: Sendable, Hashable {
        /// The response that was selected when the request arrived.
        case asSelected
        /// Another response of its set, by its name.
        case response(String)
        /// An error, as if there were no network.
        case offline
        /// The real server.
        case live
    }

    /// The held requests, in the order of arrival.
    var heldRows: [HeldRow] { overview.heldRequests.map { HeldRow(held: $0) } }

    /// The names of the other responses that a held request can be released with.
    func otherResponses(for held: BarricadeOverview.HeldSummary) -> [String] {
        overview[held.set]?.responses.map(\.name).filter { $0 != held.response } ?? []
    }

    func release(_ held: BarricadeOverview.HeldSummary, to release: Release = .asSelected) {
        perform { barricade in
            let response: CannedResponse?
            switch release {
            case .asSelected: response = nil
            case .response(let name):
                response = barricade.sets.first { $0.name == held.set }?[name]
                guard response != nil else {
                    return message = "\"\(held.set)\" has no response \"\(name)\" any more."
                }
            case .offline: response = .offline()
            case .live: response = .live()
            }
            guard !barricade.release(held.id, with: response) else { return }
            message = "\(held.request) does not wait any more."
        }
    }

    func releaseAll() {
        perform { $0.releaseAll() }
    }
}
