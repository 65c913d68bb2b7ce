import Barricade
import BarricadeCommon
import Foundation
import LoopbackServer

/// A port on which a server listens until it is closed, except while its app is in the background.
///
/// iOS, tvOS and visionOS close the sockets of an app in the background. When the app returns, the
/// server listens on the same port again.
package final class OpenPort: Sendable {
    private struct State {
        var isClosed = false
        var isAsleep = false
        /// Whether another program has taken the port meanwhile.
        var isTaken = false
    }

    let number: UInt16
    private let server: LoopbackServer
    private let state = Locked(State())
    /// Serializes starting and stopping the server.
    private let turns = TaskLock()
    private let lifeCycle = AppLifeCycle()
    private let report: @Sendable (BarricadeError) -> Void

    /// Makes a server listen.
    ///
    /// - Parameters:
    ///   - port: The port; 0 means any free port.
    ///   - orNext: Whether to try the next 99 ports if that port is in use.
    ///   - report: Called with the reason if it cannot listen when the app returns.
    init(
        of server: LoopbackServer, _ port: UInt16, orNext: Bool = false,
        report: @escaping @Sendable (BarricadeError) -> Void
    ) throws(BarricadeError) {
        number = try server.start(port: port, triesNext: orNext)
        self.server = server
        self.report = report
        lifeCycle.follow(
            background: { [weak self] in await self?.sleep() },
            foreground: { [weak self] in await self?.wake() })
    }

    deinit {
        lifeCycle.end()
    }

    /// Whether it has been neither closed nor lost to another program.
    var isOpen: Bool { state.withLock { !$0.isClosed && !$0.isTaken } }

    /// Stops listening for good; returns when the port is free again.
    func close() async {
        state.withLock { $0.isClosed = true }
        lifeCycle.end()
        await settle()
    }

    /// Stops listening until the app returns from the background.
    package func sleep() async {
        state.withLock { $0.isAsleep = true }
        await settle()
    }

    /// Listens again on the same port.
    package func wake() async {
        state.withLock { $0.isAsleep = false }
        await settle()
    }

    /// Starts or stops the server to agree with the state.
    private func settle() async {
        // Not cancelled with the caller, so that the state and the server agree.
        await Task {
            try? await turns.withLock {
                let isWanted = state.withLock { !$0.isClosed && !$0.isAsleep }
                if !isWanted { return await server.stop() }
                guard server.port == nil else { return }
                do throws(BarricadeError) {
                    try server.start(port: number)
                    state.withLock { $0.isTaken = false }
                } catch {
                    // The app's next return tries again.
                    state.withLock { $0.isTaken = true }
                    let reason = "Nothing listens on port \(number) any more. \(error.message)"
                    report(BarricadeError(.cannotListen, reason))
                }
            }
        }.value
    }
}

/// An observer of an app's moves to the background and back, on platforms that suspend apps.
final class AppLifeCycle: Sendable {
    typealias Action = @Sendable () async -> Void

    #if os(iOS) || os(tvOS) || os(visionOS)
    private let observers = Locked<[any NSObjectProtocol]>([])

    func follow(background: @escaping Action, foreground: @escaping Action) {
        // Names as text, since UIKit's constants belong to the main actor.
        observe("UIApplicationDidEnterBackgroundNotification", background)
        observe("UIApplicationWillEnterForegroundNotification", foreground)
    }

    func end() {
        observers.withLock { observers in
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            observers = []
        }
    }

    private func observe(_ name: String, _ action: @escaping Action) {
        let observer = NotificationCenter.default.addObserver(
            forName: Notification.Name(name), object: nil, queue: nil
        ) { _ in
            Task { await action() }
        }
        observers.withLock { $0.append(observer) }
    }
    #else
    func follow(background: @escaping Action, foreground: @escaping Action) {}

    func end() {}
    #endif
}
