#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// A reader of the values that Linux's URL loading system hides from a URLProtocol, by reflection.
///
/// The labels are internals of corelibs (seen up to Swift 6.3.1). If one is missing, the result is
/// `nil`, which always means "unknown".
enum TaskReflection {
    /// Returns the configuration of the task's session.
    static func configuration(of task: URLSessionTask) -> URLSessionConfiguration? {
        session(of: task)?.configuration
    }

    /// Returns the body of an upload task; `nil` if the request itself has it.
    ///
    /// - Throws: What the platform fails with if there is no file, or a folder.
    static func uploadBody(of task: URLSessionUploadTask) throws -> RequestBody? {
        // An optional of an enumeration whose cases carry the payload.
        let known = value(of: "knownBody", at: 11, in: task).flatMap {
            Mirror(reflecting: $0).children.first
        }
        switch known.flatMap({ Mirror(reflecting: $0.value).children.first })?.value {
        case let data as DispatchData:
            return .data(Data(data))
        case let file as URL:
            let status = FileStatus(file.path)
            if status == nil || status?.isFolder == true {
                let code: URLError.Code = status == nil ? .fileDoesNotExist : .cancelled
                throw URLError(code).located(at: task.originalRequest?.url)
            }
            // A pipe would block all loads that start meanwhile.
            guard status?.isRegular == true,
                let data = try? Data(contentsOf: file, options: .mappedIfSafe)
            else { return .unreadable("the file to upload cannot be read: \(file.path)") }
            return .data(data)
        default:
            return .unreadable("Linux does not show the stream of an upload")
        }
    }

    /// Returns the task's work queue.
    static func workQueue(of task: URLSessionTask) -> DispatchQueue? {
        value(of: "workQueue", at: 14, in: task) as? DispatchQueue
    }

    /// Returns whether the pieces of a body reach a data delegate one by one.
    ///
    /// They do for tasks without a completion handler in a session with a data delegate.
    static func hasDataDelegate(_ task: URLSessionTask) -> Bool {
        // A task without its own delegate has its session's, and finding the session is slow.
        guard task.delegate != nil, let session = session(of: task),
            session.delegate is any URLSessionDataDelegate,
            let behaviour = behaviour(of: task, in: session)
        else { return false }
        return "\(behaviour)".hasPrefix("callDelegate")
    }

    /// Whether a task belongs to an async method, which may have got a delegate that is not shown.
    static func isAwaited(_ task: URLSessionTask) -> Bool {
        value(of: "_callCompletionHandlerInline", at: 7, in: task) as? Bool == true
    }

    /// Returns how a task reports its events; only on the session's work queue.
    private static func behaviour(of task: URLSessionTask, in session: URLSession) -> Any? {
        guard let registry = value(of: "taskRegistry", at: 4, in: session),
            let behaviours = value(of: "behaviours", at: 1, in: registry) as? [Int: Any]
        else { return nil }
        return behaviours[task.taskIdentifier]
    }

    /// Returns the delegate of a task: its own, or else its session's.
    ///
    /// Call it only on the session's work queue, which owns the registry of tasks.
    static func delegate(of task: URLSessionTask) -> TaskDelegate? {
        guard let session = session(of: task) else { return nil }
        // Only the registry knows the delegate passed to `data(for:delegate:)`.
        let payload = behaviour(of: task, in: session).flatMap {
            Mirror(reflecting: $0).children.first?.value
        }
        let own = payload.flatMap { payload in
            Mirror(reflecting: payload).children.compactMap {
                $0.value as? any URLSessionTaskDelegate
            }.first
        }
        guard let delegate = own ?? task.delegate else { return nil }
        return TaskDelegate(session: session, task: task, delegate: delegate)
    }

    static func session(of task: URLSessionTask) -> URLSession? {
        value(of: "session", at: 5, in: task) as? URLSession
    }

    /// Reads a property of an object's class or one of its superclasses.
    ///
    /// Searching for a label takes ten times as long as looking at the place where it was seen.
    private static func value(of label: String, at place: Int = 0, in object: Any) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let children = mirror?.children {
            if place < children.count {
                let child = children[children.index(children.startIndex, offsetBy: place)]
                // An optional property shows as its content; `as?` unwraps either.
                if child.label == label { return child.value }
            }
            if let child = children.first(where: { $0.label == label }) { return child.value }
            mirror = mirror?.superclassMirror
        }
        return nil
    }
}

/// A task's delegate, for calls that a URLProtocol's client cannot forward on Linux.
struct TaskDelegate: Sendable {
    let session: URLSession
    let task: URLSessionTask
    let delegate: any URLSessionTaskDelegate

    /// Reports a sent part of the request's body, in steps of at most 64 KB, until the delegate
    /// cancels the task.
    func tellSent(_ part: Range<Int>, of total: Int) {
        session.delegateQueue.addOperation {
            for start in stride(from: part.lowerBound, to: part.upperBound, by: 65_536) {
                if task.state == .canceling { return }
                let end = min(start + 65_536, part.upperBound)
                delegate.urlSession(
                    session, task: task, didSendBodyData: Int64(end - start),
                    totalBytesSent: Int64(end), totalBytesExpectedToSend: Int64(total))
            }
        }
    }
}
#endif
