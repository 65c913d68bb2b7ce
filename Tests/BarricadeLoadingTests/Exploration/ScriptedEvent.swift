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
enum Worker: Int, Comparable {
    case alarm
    case gate
    case handler
    case live
    case owner
    case redirection
    case sender
    case stream

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Some who work, each at most once; kept as bits, which are quick to copy and to compare.
struct Workers: Hashable {
    private(set) var bits = 0

    var isEmpty: Bool { bits == 0 }

    mutating func insert(_ worker: Worker) { bits |= 1 << worker.rawValue }
    mutating func remove(_ worker: Worker) { bits &= ~(1 << worker.rawValue) }
}

/// What a load waits for.
struct ScriptedWork: Hashable {
    /// The part of the script with which it goes on after a pause.
    var part: Int?
    /// Whom it is that works; somebody who has to be told to stop.
    var worker: Worker?
}
