import Foundation

// How long a request and its body are on their way to the server.
extension LoadStep {
    /// Takes the time that a request needs to get to its server.
    func sendUp(_ request: BarricadeRequest, then arrived: @escaping @Sendable () -> Void) {
        guard let traffic else { return arrived() }
        load.pause(for: traffic.dnsDelay(to: request.target.host)) {
            sendUp(request.body.data?.count ?? 0, by: traffic.beginUpload()) {
                load.pause(for: traffic.upLatency(), then: arrived)
            }
        }
    }

    private func sendUp(
        _ count: Int, by upload: NetworkTraffic.Transfer,
        then arrived: @escaping @Sendable () -> Void
    ) {
        var (rest, upload) = (count, upload)
        while rest > 0 {
            let (size, wait) = upload.send(rest)
            rest -= size
            if let wait, wait <= .zero { continue }
            let (later, laterRest) = (upload, rest)
            return load.pause(for: wait) {
                load.progress()
                sendUp(laterRest, by: later, then: arrived)
            }
        }
        arrived()
    }
}
