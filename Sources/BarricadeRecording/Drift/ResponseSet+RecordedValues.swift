package import Barricade
import BarricadeCommon
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ResponseSet {
    /// The values of named segments and query items in the first recorded request.
    package var recordedValues: [String: String] {
        let recorded = responses.flatMap { [$0] + ($0.elementsInTurn ?? []) }.lazy
        guard let target = recorded.compactMap(\.recordedFor.first).first,
            let url = URL(string: "https://host\(target)"),
            let request = BarricadeRequest(URLRequest(url: url))
        else { return [:] }
        let values = matcher.clause.pathValues(in: request).filter { !$0.value.hasPrefix(":") }
        return RequestTarget(target).queryItems.reduce(into: values) { values, item in
            values[item.name] = item.value ?? values[item.name]
        }
    }
}
