import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Kinds of response sets, and requests that they answer.
enum Sets: String, CaseIterable {
    case literal = "literal paths"
    case named = "named segments"
    case mixed = "both, 1 % closures"

    /// Returns so many sets, each of which answers requests of its own.
    func make(
        _ count: Int, from first: Int = 0, adding more: [CannedResponse] = []
    ) -> [ResponseSet] {
        (first..<first + count).map { number in
            ResponseSet("Set \(number)", on: matcher(number)) {
                CannedResponse("OK", body: .data(Sizes.kilobyte))
                CannedResponse("Offline", error: .notConnectedToInternet)
                more
            }
        }
    }

    private func matcher(_ number: Int) -> RequestMatcher {
        let group = number / 100
        switch self {
        case .literal:
            return .get("/v1/group\(group)/item\(number)")
        case .named:
            return .get("/v1/group\(group)/users/:id/item\(number)/:part")
        case .mixed where number % 100 == 50:
            let method = HTTP.Method(rawValue: "ASK\(number)")
            return .matching("its method is \(method)") { $0.method == method }
        case .mixed:
            return (number.isMultiple(of: 2) ? Sets.literal : .named).matcher(number)
        }
    }

    private func path(_ number: Int, _ id: Int) -> String {
        let group = number / 100
        switch self {
        case .literal: return "/v1/group\(group)/item\(number)"
        case .named: return "/v1/group\(group)/users/\(id)/item\(number)/name"
        case .mixed: return (number.isMultiple(of: 2) ? Sets.literal : .named).path(number, id)
        }
    }

    /// Returns requests to 500 sets from all over the list, the next ones in each round.
    ///
    /// Literal paths come back, those of named segments are never the same twice.
    func requests(_ count: Int, to sets: Int, round: Int = 0) -> [URLRequest] {
        (round * count..<(round + 1) * count).compactMap { id in
            // A step that shares no factor with the number of sets comes by all of the list.
            let number = id % 500 * 7_919 % sets
            guard let url = URL(string: "https://api.example.com" + path(number, id)) else {
                return nil
            }
            var request = URLRequest(url: url)
            if self == .mixed, number % 100 == 50 { request.httpMethod = "ASK\(number)" }
            return request
        }
    }
}

/// Bodies in the sizes that are measured.
enum Sizes {
    static let kilobyte = Data(repeating: 0x61, count: 1 << 10)
    static let megabyte = Data(repeating: 0x61, count: 1 << 20)
    static let hundredMegabytes = Data(repeating: 0x61, count: 100 << 20)
}
