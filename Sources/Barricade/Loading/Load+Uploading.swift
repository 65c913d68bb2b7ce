import Foundation

// The time that a request and its body take to the server.
extension LoadStep {
    /// Waits for the time that a request takes to its server.
    func sendUp(_ request: BarricadeRequest, then arrived: @escaping @Sendable () -> Void) {
        guard let traffic else { return arrived() }
        let upload = Upload(load, of: request.body.data?.count ?? 0) { [load] in
            load.pause(for: traffic.upLatency(), then: arrived)
        }
        load.pause(for: traffic.dnsDelay(to: request.target.host)) {
            upload.proceed(by: traffic.beginUpload())
        }
    }
}

/// A body that is sent to the server, part by part.
private final class Upload: Sendable {
    private let load: Load
    private let size: Int
    private let arrived: @Sendable () -> Void

    init(_ load: Load, of size: Int, then arrived: @escaping @Sendable () -> Void) {
        self.load = load
        self.size = size
        self.arrived = arrived
    }

    /// Sends what is left of the body after so many bytes.
    func proceed(after sent: Int = 0, by transfer: NetworkTraffic.Transfer) {
        var (sent, transfer) = (sent, transfer)
        while sent < size {
            let (count, wait) = transfer.send(size - sent)
            let part = sent..<(sent + count)
            sent = part.upperBound
            if let wait, wait <= .zero {
                load.tellSent(part, of: size)
                continue
            }
            return load.pause(for: wait) { [self, transfer] in
                load.progress()
                load.tellSent(part, of: size)
                proceed(after: part.upperBound, by: transfer)
            }
        }
        arrived()
    }
}
