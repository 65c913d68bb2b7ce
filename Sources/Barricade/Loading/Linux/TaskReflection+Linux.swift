#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The properties of a task that Linux hides from a URLProtocol, read by reflection, which is slow.
///
/// The labels are internals of corelibs (seen up to Swift 6.3.1). If one is missing, the result is
/// `nil`, which always means "unknown".
struct TaskReflection {
    private let mirror: Mirror

    init(_ task: URLSessionTask) {
        mirror = Mirror(reflecting: task, as: URLSessionTask.self)
    }

    var session: URLSession? { mirror.value(of: "session", at: 5) as? URLSession }

    /// Whether the task belongs to an async method.
    var isAwaited: Bool {
        mirror.value(of: "_callCompletionHandlerInline", at: 7) as? Bool == true
    }

    var workQueue: DispatchQueue? { mirror.value(of: "workQueue", at: 14) as? DispatchQueue }

    /// Returns the body of an upload to a URL.
    ///
    /// - Throws: What the platform fails with if there is no file, or a folder.
    func uploadBody(to url: URL?) throws -> RequestBody {
        let known = mirror.value(of: "knownBody", at: 11).flatMap { $0 as? any Wrapping }
        switch known?.wrapped.flatMap(Mirror.payload) {
        case let data as DispatchData:
            // Not from the collection, which would take each byte by itself.
            var copy = Data()
            data.enumerateBytes { bytes, _, _ in copy.append(bytes) }
            return .data(copy)
        case let file as URL:
            let status = FileStatus(file.path)
            if status == nil || status?.isFolder == true {
                let code: URLError.Code = status == nil ? .fileDoesNotExist : .cancelled
                throw URLError(code).located(at: url)
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
}

/// The session of a task, which Linux hides, kept with the session's queue.
///
/// So only the first loads of a session look for it by reflection. Use it on the work queue only.
final class HiddenSession: @unchecked Sendable {
    // Unchecked because of the registry, which the work queue owns.

    /// It lives at least as long as its tasks.
    private unowned let session: URLSession
    let configuration: URLSessionConfiguration
    let delegateQueue: OperationQueue
    private lazy var registry = Mirror(reflecting: session, as: URLSession.self)
        .value(of: "taskRegistry", at: 4).map { Mirror(reflecting: $0) }

    private typealias Completion = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    private static let key = DispatchSpecificKey<HiddenSession>()

    private init(_ session: URLSession) {
        self.session = session
        configuration = session.configuration
        delegateQueue = session.delegateQueue
    }

    /// Returns the session of a task; `nil` if it is unknown.
    ///
    /// Call it on the task's own queue, as the platform starts a load: it leads to the session's.
    static func current(of task: URLSessionTask) -> HiddenSession? {
        if let known = DispatchQueue.getSpecific(key: key) { return known }
        guard let session = TaskReflection(task).session else { return nil }
        let hidden = HiddenSession(session)
        // Finding the queue takes as long as finding the session, and most tests send one request.
        if task.taskIdentifier == 1 { return hidden }
        let queue =
            Mirror(reflecting: session, as: URLSession.self)
            .value(of: "workQueue", at: 3) as? DispatchQueue
        queue?.setSpecific(key: key, value: hidden)
        return hidden
    }

    /// Returns whether the pieces of a body reach a data delegate one by one.
    ///
    /// They do for tasks without a completion handler in a session with a data delegate.
    func hasDataDelegate(_ task: URLSessionTask) -> Bool {
        guard session.delegate is any URLSessionDataDelegate, let behaviour = behaviour(of: task)
        else { return false }
        return "\(behaviour)".hasPrefix("callDelegate")
    }

    /// Returns the delegate of a task: its own, or else its session's.
    ///
    /// - Parameter mayBeAwaited: Whether an async method may have made the task.
    func delegate(of task: URLSessionTask, mayBeAwaited: Bool) -> TaskDelegate? {
        // Only the registry knows the delegate passed to `data(for:delegate:)`.
        let payload = mayBeAwaited ? behaviour(of: task).flatMap(Mirror.payload) : nil
        let passed = (payload as? (Completion, (any URLSessionTaskDelegate)?))?.1
        guard let delegate = passed ?? task.delegate else { return nil }
        return TaskDelegate(session: session, task: task, delegate: delegate)
    }

    /// Returns how a task reports its events.
    private func behaviour(of task: URLSessionTask) -> Any? {
        let behaviours = registry?.value(of: "behaviours", at: 1) as? any TaskTable
        return behaviours?.value(of: task.taskIdentifier)
    }
}

extension Mirror {
    /// Makes a mirror of an object with the properties of a superclass.
    fileprivate init(reflecting object: AnyObject, as superclass: AnyClass) {
        self.init(reflecting: object)
        while subjectType != superclass, let parent = superclassMirror { self = parent }
    }

    /// Returns a property's value.
    ///
    /// Searching for a label takes ten times as long as looking at the place where it was seen.
    fileprivate func value(of label: String, at place: Int) -> Any? {
        if place < children.count {
            let child = children[children.index(children.startIndex, offsetBy: place)]
            // An optional property shows as its content; `as?` unwraps either.
            if child.label == label { return child.value }
        }
        return children.first { $0.label == label }?.value
    }

    /// Returns what a case of an enumeration carries.
    fileprivate static func payload(of value: Any) -> Any? {
        Mirror(reflecting: value).children.first?.value
    }
}

/// An optional of a type that has no name here, opened without a mirror, which reads that type anew.
private protocol Wrapping {
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    fileprivate var wrapped: Any? { self }
}

/// A dictionary by task, with values of a type that has no name here.
private protocol TaskTable {
    func value(of task: Int) -> Any?
}

extension Dictionary: TaskTable where Key == Int {
    fileprivate func value(of task: Int) -> Any? { self[task] }
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
