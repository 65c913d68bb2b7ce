import Foundation

// The time that a request and its body take to the server.
extension LoadStep {
    /// Waits for the time that a request takes to its server.
    func sendUp(_ request: BarricadeRequest, then arrived: @escaping @Sendable () -> Void) {
        guard let traffic else { return arrived() }
        load.pause(for: traffic.dnsDelay(to: request.target.host)) {
            sendUp(0, of: request.body.data?.count ?? 0, by: traffic.beginUpload()) {
                load.pause(for: traffic.upLatency(), then: arrived)
            }
        }
    }

    /// Sends the rest of a body, after the bytes already sent.
    private func sendUp(
        _ sent: Int, of total: Int, by upload: NetworkTraffic.Transfer,
        then arrived: @escaping @Sendable () -> Void
    ) {
        var (sent, upload) = (sent, upload)
        while sent < total {
            let (size, wait) = upload.send(total - sent)
            let before = sent
            sent += size
            if let wait, wait <= .zero {
                load.tellSent(before..<sent, of: total)
                continue
            }
            let (later, after) = (upload, sent)
            return load.pause(for: wait) {
                load.progress()
                load.tellSent(before..<after, of: total)
                sendUp(after, of: total, by: later, then: arrived)
            }
        }
        arrived()
    }
}
