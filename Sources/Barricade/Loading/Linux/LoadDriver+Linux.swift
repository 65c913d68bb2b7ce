#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The state of a load on Linux, used only on the work queue of tasks.
struct LoadDriver {
    /// The loader that has taken over the task.
    fileprivate var next: NextLoader?
    /// The pieces of a body that the task can only take whole.
    fileprivate var pieces = Data()
    /// The response, if it must not be challenged.
    fileprivate var unchallenging: UnchallengingResponse?
    fileprivate var takesPieces: Bool?
}

// The driver of a load on Linux. Linux starts a load again after each suspension. Without a data
// delegate, it keeps only the last piece of a body. It traps if a suspended, cancelled or ended
// task gets an event.
extension BarricadeProtocol {
    static func accepts(_ request: URLRequest) -> Bool {
        claims(request)
    }

    /// Whether the task is neither suspended nor cancelled.
    ///
    /// Neither can change while the work queue of tasks runs this. Asking costs as much as routing,
    /// so ask only if there are events.
    var isRunning: Bool { task?.state == .running }

    /// The reason why the load is stopped; `nil` if it is no longer stopped for a suspension.
    ///
    /// The task may have been resumed since, been cancelled from another thread, or have ended. A
    /// cancellation sets the error and stops the load itself; the platform's own loader traps at a
    /// stop before that (seen up to Swift 6.3.1).
    var reasonToStop: StopReason? {
        switch task?.state {
        case .suspended: .suspension
        case .running: nil
        case .canceling where task?.error == nil: nil
        case .completed where task?.error == nil: nil
        default: .end
        }
    }

    func forwardStart() {
        driver.next?.startLoading()
    }

    func forwardStop() {
        driver.next?.stopLoading()
    }

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response):
            let response = UnchallengingResponse.replacing(response)
            driver.unchallenging = response as? UnchallengingResponse
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data) where takesPieces:
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data):
            driver.pieces.append(data)
        case .mark(let callBack):
            mark(callBack)
        case .visit(let visit):
            visit(self)
        case .handOver:
            handOver()
        case .finish:
            if !driver.pieces.isEmpty { client?.urlProtocol(self, didLoad: driver.pieces) }
            UnchallengingResponse.finishing(driver.unchallenging) {
                client?.urlProtocolDidFinishLoading(self)
            }
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        case .redirect:
            // The client traps here; redirects are followed by the library.
            break
        }
    }

    /// Whether the task can take a body in pieces.
    var takesPieces: Bool {
        if let known = driver.takesPieces { return known }
        let takesPieces = task.map(TaskReflection.hasDataDelegate) == true
        driver.takesPieces = takesPieces
        return takesPieces
    }

    private func mark(_ callBack: @escaping @Sendable () -> Void) {
        // The delegate is called there, after earlier events.
        guard let task, let session = TaskReflection.session(of: task) else { return callBack() }
        session.delegateQueue.addOperation(callBack)
    }

    private func handOver() {
        guard let next = NextLoader(after: self) else {
            client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
            return
        }
        driver.next = next
        next.startLoading()
    }
}
#endif
