import Barricade
import Foundation

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
