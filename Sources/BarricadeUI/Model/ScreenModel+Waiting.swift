import Barricade
import BarricadeSurfaces

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
