#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// Reads what Linux's URL loading system keeps from a URLProtocol, by reflection on the task.
///
/// The labels are internals of corelibs (seen up to Swift 6.3.1). Where one is gone the answer is
/// `nil`, which everywhere means "not known here".
enum TaskReflection {
    /// The configuration of the session that the task belongs to.
    static func configuration(of task: URLSessionTask) -> URLSessionConfiguration? {
        session(of: task)?.configuration
    }

    /// The header fields that the session adds to each of its requests.
    static func additionalHeaders(of task: URLSessionTask) -> [HTTP.Headers.Field] {
        let headers = configuration(of: task)?.httpAdditionalHeaders ?? [:]
        return headers.map { HTTP.Headers.Field("\($0.key)", "\($0.value)") }
            .sorted { $0.name < $1.name }
    }

    /// The body of an upload task; `nil` where the request itself has it.
    static func uploadBody(of task: URLSessionUploadTask) -> RequestBody? {
        // An optional of an enumeration whose cases carry the payload.
        let known = value(of: "knownBody", in: task).flatMap {
            Mirror(reflecting: $0).children.first
        }
        switch known.flatMap({ Mirror(reflecting: $0.value).children.first })?.value {
        case let data as DispatchData:
            return .data(Data(data))
        case let file as URL:
            // A pipe would keep all loads waiting that start meanwhile.
            guard FileStatus(file.path)?.isRegular == true,
                let data = try? Data(contentsOf: file, options: .mappedIfSafe)
            else { return .unreadable("the file to upload cannot be read: \(file.path)") }
            return .data(data)
        default:
            return .unreadable("Linux does not show the stream of an upload")
        }
    }

    /// The queue that the task works on.
    static func workQueue(of task: URLSessionTask) -> DispatchQueue? {
        value(of: "workQueue", in: task) as? DispatchQueue
    }

    /// Whether the pieces of a body reach a data delegate one by one, rather than be gathered.
    ///
    /// That is so for tasks without a completion handler in a session with a data delegate.
    static func hasDataDelegate(_ task: URLSessionTask) -> Bool {
        // A task without a delegate of its own has its session's, and finding the session is slow.
        guard task.delegate != nil, let session = session(of: task),
            session.delegate is any URLSessionDataDelegate,
            let behaviour = behaviour(of: task, in: session)
        else { return false }
        return "\(behaviour)".hasPrefix("callDelegate")
    }

    /// How a task tells its owner what comes; on the session's work queue only.
    private static func behaviour(of task: URLSessionTask, in session: URLSession) -> Any? {
        guard let registry = value(of: "taskRegistry", in: session),
            let behaviours = value(of: "behaviours", in: registry) as? [Int: Any]
        else { return nil }
        return behaviours[task.taskIdentifier]
    }

    /// Whom a task asks what its loader does not decide: its own delegate, or else its session's.
    ///
    /// On the session's work queue only, which its registry of tasks belongs to.
    static func delegate(of task: URLSessionTask) -> TaskDelegate? {
        guard let session = session(of: task),
            let delegate = ownDelegate(of: task, in: session) ?? task.delegate
        else { return nil }
        return TaskDelegate(session: session, task: task, delegate: delegate)
    }

    /// The delegate given to `data(for:delegate:)`, which only the registry knows.
    private static func ownDelegate(
        of task: URLSessionTask, in session: URLSession
    ) -> (any URLSessionTaskDelegate)? {
        guard let behaviour = behaviour(of: task, in: session),
            let payload = Mirror(reflecting: behaviour).children.first?.value
        else { return nil }
        let found = Mirror(reflecting: payload).children.lazy.compactMap {
            $0.value as? any URLSessionTaskDelegate
        }
        return found.first
    }

    static func session(of task: URLSessionTask) -> URLSession? {
        value(of: "session", in: task) as? URLSession
    }

    /// A stored property of a class or one of its superclasses.
    private struct Property: Hashable {
        let type: ObjectIdentifier
        let label: String
    }

    /// Where a property was found: so many superclasses up, in that place among their properties.
    private struct Place {
        let level: Int
        let offset: Int
    }

    private static let places = Locked<[Property: Place]>([:])

    /// Reads a property, by the place where it was found the first time: labels take ten times as long.
    private static func value(of label: String, in object: Any) -> Any? {
        let property = Property(type: ObjectIdentifier(type(of: object)), label: label)
        if let place = places.withLock({ $0[property] }) { return value(at: place, in: object) }
        var level = 0
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            let children = current.children
            if let index = children.firstIndex(where: { $0.label == label }) {
                let place = Place(
                    level: level, offset: children.distance(from: children.startIndex, to: index))
                places.withLock { $0[property] = place }
                return value(at: place, in: object)
            }
            mirror = current.superclassMirror
            level += 1
        }
        return nil
    }

    private static func value(at place: Place, in object: Any) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        for _ in 0..<place.level { mirror = mirror?.superclassMirror }
        guard let children = mirror?.children else { return nil }
        // An optional property shows as its content; `as?` unwraps either.
        return children[children.index(children.startIndex, offsetBy: place.offset)].value
    }
}
#endif
