import Testing

/// How a request is answered: what the load does when it begins, and the parts that come later.
struct LoadScript: Sendable, CustomTestStringConvertible {
    let name: String
    /// How many states there are at least, so that an exploration cannot become empty unseen.
    let states: (linux: Int, apple: Int)
    let begin: [LoadOperation]
    var parts: [[LoadOperation]] = []
    /// How often the task's user calls it.
    var calls = 4

    var testDescription: String { name }
}

extension LoadScript {
    /// Those of both platforms.
    ///
    /// A load has 3 s to get something, and 4 s in all.
    static let common = [
        LoadScript(
            name: "answered at once", states: (200, 10), begin: [.add([.response, .finish])]),
        LoadScript(name: "failed at once", states: (200, 10), begin: [.add([.failure])]),
        LoadScript(
            name: "delayed", states: (2000, 100), begin: [.pause(2, within: nil, then: 0)],
            parts: [[.add([.response, .finish])]]),
        LoadScript(
            name: "delayed for too long", states: (2000, 80),
            begin: [.pause(9, within: nil, then: 0)],
            parts: [[.add([.response, .finish])]]),
        LoadScript(
            name: "made by a handler", states: (10000, 400),
            begin: [.wait(.handler), .offer(.handler, 0)],
            parts: [[.add([.response, .finish])]]),
        LoadScript(
            name: "made by a handler, then delayed", states: (12000, 1200),
            begin: [.wait(.handler), .offer(.handler, 0)],
            parts: [[.pause(2, within: nil, then: 1)], [.add([.response, .finish])]], calls: 3),
        LoadScript(name: "held", states: (2000, 100), begin: [.wait(.gate)]),
        LoadScript(
            name: "in pieces", states: (50000, 20000),
            begin: [
                .wait(.sender), .add([.response]), .pause(2, within: .sender, then: 0),
            ],
            parts: [[.wait(.sender), .progress, .add([.piece]), .add([.finish])]], calls: 2),
        LoadScript(
            name: "in pieces for too long", states: (40000, 4000),
            begin: [.pause(2, within: .sender, then: 0)],
            parts: [
                [.wait(.sender), .progress, .pause(2, within: .sender, then: 1)],
                [.add([.finish])],
            ], calls: 3),
        LoadScript(
            name: "in pieces that the owner takes", states: (30000, 2500),
            begin: [.wait(.sender), .add([.response]), .add([.piece, .mark(0)])],
            parts: [[.progress, .add([.piece]), .add([.finish])]], calls: 3),
        LoadScript(
            name: "from a stream that may fail", states: (20000, 8000),
            begin: [
                .wait(.sender), .offer(.stream, 0), .add([.response]),
                .pause(2, within: .sender, then: 1),
            ],
            parts: [[.add([.failure])], [.wait(.sender), .add([.piece, .finish])]], calls: 2),
        LoadScript(
            name: "from a real server", states: (4000, 300),
            begin: [.leave(to: .live), .add([.visit(0)])],
            parts: [
                [.offer(.live, 1)], [.progress, .add([.response]), .offer(.live, 2)],
                [.progress, .add([.piece]), .add([.finish])],
            ], calls: 3),
    ]

    /// Those that there are on Linux only, where the library follows redirects and hands tasks over.
    static let linux = [
        LoadScript(
            name: "redirected by a real server", states: (10000, 0),
            begin: [.leave(to: .live), .add([.visit(0)])],
            parts: [
                [.offer(.live, 1)], [.add([.visit(2)])],
                [.wait(.redirection), .offer(.redirection, 3)],
                [.pause(2, within: nil, then: 4)], [.add([.response, .finish])],
            ], calls: 2),
        LoadScript(
            name: "a large file", states: (30000, 0), begin: [.pause(2, within: nil, then: 0)],
            parts: [
                [.add([.visit(1)])],
                [.wait(.sender), .add([.response]), .add([.piece, .mark(2)])],
                [.progress, .add([.finish])],
            ], calls: 3),
        LoadScript(name: "handed over", states: (200, 0), begin: [.add([.handOver])]),
        LoadScript(
            name: "handed over by a handler", states: (10000, 0),
            begin: [.wait(.handler), .offer(.handler, 0)],
            parts: [[.add([.handOver])]]),
    ]

    /// Those that there are on Apple platforms only, which are told of redirects.
    static let apple = [
        LoadScript(
            name: "redirected", states: (0, 700),
            begin: [.wait(.redirection), .offer(.redirection, 0)],
            parts: [[.add([.redirect]), .add([.response, .finish])]])
    ]
}
