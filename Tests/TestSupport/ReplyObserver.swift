import Barricade

/// Writes down the replies of real servers.
final class ReplyObserver: LiveObserver {
    let isRecorder: Bool
    let requests = Events<LiveRequest>()
    /// What came, each with the target of its request.
    let events = Events<String>()

    init(isRecorder: Bool = false) {
        self.isRecorder = isRecorder
    }

    func observation(of request: LiveRequest) -> (any LiveObservation)? {
        requests.add(request)
        return Observation(target: request.request.url.path, events: events)
    }

    /// Waits until so many replies have ended; returns all that came.
    func endings(_ count: Int = 1) async -> [String] {
        await events.wait { events in events.count { $0.contains(" end ") } >= count }
    }

    private struct Observation: LiveObservation {
        let target: String
        let events: Events<String>

        func receive(_ head: LiveReply) {
            let type = head.headers["Content-Type"].map { " \($0)" } ?? ""
            events.add("\(target) \(head.status.rawValue)\(type)")
        }

        func receive(_ data: Data) {
            events.add("\(target) data \(String(decoding: data, as: UTF8.self))")
        }

        func end(_ ending: LiveEnding) {
            let text =
                switch ending {
                case .finished: "finished"
                case .failed(let error): "failed \((error as NSError).code)"
                case .cancelled: "cancelled"
                }
            events.add("\(target) end \(text)")
        }
    }
}
