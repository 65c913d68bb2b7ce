import Barricade

/// How far some paths lead on the way from a document to one of its values.
package struct JSONPathWalk: Sendable {
    /// What is left of each path that leads to this value or beyond.
    private var rests: [ArraySlice<JSONPath.Step>]

    /// Starts at the document.
    package init(_ paths: [JSONPath]) {
        rests = paths.map { $0.steps[...] }
    }

    private init(rests: [ArraySlice<JSONPath.Step>]) {
        self.rests = rests
    }

    /// Whether no path leads to this value or beyond.
    package var isEmpty: Bool { rests.isEmpty }

    /// Whether a path ends at this value.
    package var isAtEnd: Bool { rests.contains { $0.isEmpty } }

    /// Returns the walk to a member of this value.
    package func entering(member name: String) -> JSONPathWalk {
        entering { $0 == .member(name) }
    }

    /// Returns the walk to an element of this value.
    package func entering(element index: Int, of count: Int) -> JSONPathWalk {
        entering { $0 == .element(index) || $0 == .element(index - count) }
    }

    private func entering(_ isStep: (JSONPath.Step) -> Bool) -> JSONPathWalk {
        guard !rests.isEmpty else { return self }
        return JSONPathWalk(
            rests: rests.flatMap { rest -> [ArraySlice<JSONPath.Step>] in
                let isDeep = rest.first == .descendants
                let next = isDeep ? rest.dropFirst() : rest
                guard let step = next.first, step == .all || isStep(step) else {
                    return isDeep ? [rest] : []
                }
                return isDeep ? [rest, next.dropFirst()] : [next.dropFirst()]
            })
    }
}
