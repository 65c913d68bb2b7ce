import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A response on its way to the client: what it is, and where it ends.
struct Delivery: Sendable {
    let response: HTTPURLResponse
    let content: PreparedResponse.Content
    let step: LoadStep

    /// What comes after the body, or after the part of it that is to come.
    var last: Exchange.Event { content.failure.map { .fail($0.error) } ?? .finish }

    /// How many bytes of the body are to come.
    var limit: Int {
        switch content.failure?.point {
        case .headers: 0
        case .bytes(let count): count
        case nil: .max
        }
    }
}

// How a response is given to the client: at once, or over time.
extension BarricadeProtocol {
    func give(_ delivery: Delivery) {
        guard delivery.step.traffic == nil else { return giveOverTime(delivery) }
        switch delivery.content.body {
        case .whole(let data): giveAtOnce(data ?? Data(), delivery)
        case .file(let part) where part.isLarge: giveLarge(part, delivery)
        case .file(let part): giveAtOnce(part, delivery)
        case .pieces: giveOverTime(delivery)
        }
    }

    private func giveAtOnce(_ data: Data, _ delivery: Delivery) {
        let limit = delivery.limit
        // Shared, not copied, as a rule.
        let part = data.count > limit ? data.prefix(limit) : data
        delivery.step.gate.send(
            part.isEmpty
                ? [.response(delivery.response), delivery.last]
                : [.response(delivery.response), .data(part), delivery.last])
    }

    private func giveAtOnce(_ part: FilePart, _ delivery: Delivery) {
        do {
            giveAtOnce(try part.data(), delivery)
        } catch {
            delivery.step.gate.send([.fail(error)])
        }
    }

    private func giveOverTime(_ delivery: Delivery) {
        perform(delivery.step) { performance in
            try await performance.sendDown(delivery.response)
            try await performance.send(delivery.content.body, upTo: delivery.limit)
            performance.send([delivery.last])
        }
    }

    /// Gives a file piece by piece where the task's owner takes pieces, otherwise as a whole.
    private func giveLarge(_ part: FilePart, _ delivery: Delivery) {
        #if canImport(Darwin)
        giveOverTime(delivery)
        #else
        delivery.step.gate.send([
            .callBack { load in
                if load.takesPieces {
                    load.giveOverTime(delivery)
                } else {
                    load.giveAtOnce(part, delivery)
                }
            }
        ])
        #endif
    }
}
