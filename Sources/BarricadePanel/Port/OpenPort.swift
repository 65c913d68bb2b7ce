import Barricade
import BarricadeCommon
import Foundation
import LoopbackServer

/// A port on which a server listens until it is closed, except while its app is in the background.
///
/// iOS, tvOS and visionOS close the sockets of an app in the background. When the app returns, the
/// server listens on the same port again.
final class OpenPort: Sendable {
    private struct State {
        var isClosed = false
        var isAsleep = false
    }

    let number: UInt16
    private let server: LoopbackServer
    private let state = Locked(State())
    /// Starts and stops the server, one after the other.
    private let turns = TaskLock()
    private let lifeCycle = AppLifeCycle()

    /// Makes a server listen.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any that is free.
    ///   - orNext: Whether one of the next 99 ports will do if that one is in use.
    init(
        of server: LoopbackServer, _ port: UInt16, orNext: Bool = false
    ) throws(BarricadeError) {
        do throws(LoopbackServer.StartError) {
            number = try server.start(port: port, triesNext: orNext)
        } catch {
            throw BarricadeError(.cannotListen, error.description)
        }
        self.server = server
        lifeCycle.follow(
            background: { [weak self] in await self?.sleep() },
            foreground: { [weak self] in await self?.wake() })
    }

    deinit {
        lifeCycle.end()
    }

    /// Whether it has not been closed.
    var isOpen: Bool { !state.withLock { $0.isClosed } }

    /// Stops listening for good; returns when the port is free again.
    func close() async {
        state.withLock { $0.isClosed = true }
        lifeCycle.end()
        await settle()
    }

    /// Stops listening until the app returns.
    func sleep() async {
        state.withLock { $0.isAsleep = true }
        await settle()
    }

    /// Listens again on the same port.
    func wake() async {
        state.withLock { $0.isAsleep = false }
        await settle()
    }

    /// Makes the server do what the state says.
    private func settle() async {
        // Not cancelled with the caller, so that the state and the server agree.
        await Task {
            try? await turns.withLock {
                let isWanted = state.withLock { !$0.isClosed && !$0.isAsleep }
                if !isWanted { return await server.stop() }
                // Another program may have taken the port; then the next return may find it free.
                if server.port == nil { _ = try? server.start(port: number) }
            }
        }.value
    }
}

/// The moments at which an app goes to the background and returns, where there are such.
final class AppLifeCycle: Sendable {
    typealias Action = @Sendable () async -> Void

    #if os(iOS) || os(tvOS) || os(visionOS)
    private let observers = Locked<[any NSObjectProtocol]>([])

    func follow(background: @escaping Action, foreground: @escaping Action) {
        // By their names, since what UIKit declares belongs to the main actor.
        observe("UIApplicationDidEnterBackgroundNotification", background)
        observe("UIApplicationWillEnterForegroundNotification", foreground)
    }

    func end() {
        let all = observers.withLock { observers in
            defer { observers = [] }
            return observers
        }
        for observer in all { NotificationCenter.default.removeObserver(observer) }
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
