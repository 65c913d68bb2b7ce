/// An event of a load that holds nothing.
enum ScriptedEvent: Hashable {
    case response
    case piece
    case redirect
    /// Has the owner go on with a part of the script, on a thread of its own.
    case mark(Int)
    /// Goes on with a part of the script where the client is called.
    case visit(Int)
    case handOver
    case finish
    case failure
    case timeout

    var isLast: Bool {
        switch self {
        case .handOver, .finish, .failure, .timeout: true
        case .response, .piece, .redirect, .mark, .visit: false
        }
    }
}

/// Who works for a load, on a thread of its own.
enum Worker: Comparable {
    case alarm
    case gate
    case handler
    case live
    case owner
    case redirection
    case sender
    case stream
}

/// What a load waits for.
struct ScriptedWork: Hashable {
    /// The part of the script with which it goes on after a pause.
    var part: Int?
    /// Whom it is that works; somebody who has to be told to stop.
    var worker: Worker?
}
