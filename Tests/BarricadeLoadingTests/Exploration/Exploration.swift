/// Each state that a model can get into, looked at once, and the first rule that one of them breaks.
///
/// States are looked at in the order of the number of steps that lead to them, so the order of
/// steps to a broken rule is a shortest one.
struct Exploration<Model: ExplorableModel> {
    /// A state with its hash, which is computed once.
    private struct Key: Hashable {
        // Compared first, since states take long to compare.
        let hash: Int
        let state: Model.State

        init(_ state: Model.State) {
            self.state = state
            hash = state.hashValue
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(hash)
        }
    }

    private struct Arrival {
        let previous: Int
        let step: Model.Step
        let stepCount: Int
    }

    private var keys: [Key]
    private var indices: [Key: Int]
    /// How each state but the first was come to.
    private var arrivals: [Arrival?] = [nil]
    /// Where steps lead that come without a user, a timer or an answer.
    private var ownSteps: [[(step: Model.Step, target: Int)]] = [[]]
    /// The broken rule, and the shortest order of steps that breaks it; `nil` if none is broken.
    private(set) var failure: String?

    /// Explores a model until a rule is broken.
    ///
    /// - Parameters:
    ///   - depth: How many steps are taken; `nil` means all.
    ///   - limit: How many states there may be.
    init(of model: Model, depth: Int? = nil, limit: Int = 1_000_000) {
        let start = Key(model.start)
        keys = [start]
        indices = [start: 0]
        var index = 0
        while failure == nil, index < keys.count {
            let state = keys[index].state
            if let rule = model.brokenRule(in: state) {
                failure = message(rule, steps(to: index))
            } else if keys.count > limit {
                failure = message("There are more than \(limit) states.", steps(to: index))
            } else if stepCount(to: index) < depth ?? .max {
                takeSteps(of: model, from: state, at: index)
            }
            index += 1
        }
        if failure == nil { lookForCircle() }
    }

    /// How many states there are.
    var stateCount: Int { keys.count }

    private mutating func takeSteps(of model: Model, from state: Model.State, at index: Int) {
        let count = stepCount(to: index) + 1
        for step in model.steps(from: state) {
            var next = state
            model.take(step, in: &next)
            let arrival = Arrival(previous: index, step: step, stepCount: count)
            let target = add(Key(next), arrival)
            if step.isOwn { ownSteps[index].append((step, target)) }
        }
    }

    private mutating func add(_ key: Key, _ arrival: Arrival) -> Int {
        if let known = indices[key] { return known }
        indices[key] = keys.count
        keys.append(key)
        arrivals.append(arrival)
        ownSteps.append([])
        return keys.count - 1
    }

    // MARK: Circles

    /// Looks for the first state from which own steps alone lead back to it.
    private mutating func lookForCircle() {
        let isIncluded = statesBeforeCircles
        for index in keys.indices where isIncluded[index] {
            guard let circle = circle(from: index, within: isIncluded) else { continue }
            let way = steps(to: index)
            let (first, last) = (way.count + 1, way.count + circle.count)
            let rule = "Steps \(first) to \(last) may come again and again."
            failure = message(rule, way + circle)
            return
        }
    }

    /// Tells which states lead to a circle, or are in one: those left without what leads nowhere.
    private var statesBeforeCircles: [Bool] {
        var sources: [[Int]] = keys.map { _ in [] }
        for (index, steps) in ownSteps.enumerated() {
            for step in steps { sources[step.target].append(index) }
        }
        var counts = ownSteps.map(\.count)
        var isLeft = counts.map { _ in true }
        var ends = counts.indices.filter { counts[$0] == 0 }
        while let end = ends.popLast() {
            isLeft[end] = false
            for source in sources[end] {
                counts[source] -= 1
                if counts[source] == 0 { ends.append(source) }
            }
        }
        return isLeft
    }

    /// The shortest way from a state back to itself.
    private func circle(from start: Int, within isIncluded: [Bool]) -> [Model.Step]? {
        var known: Set = [start]
        var ways = [(state: start, steps: [Model.Step]())][...]
        while let (state, steps) = ways.popFirst() {
            for (step, target) in ownSteps[state] where isIncluded[target] {
                if target == start { return steps + [step] }
                if known.insert(target).inserted { ways.append((target, steps + [step])) }
            }
        }
        return nil
    }

    // MARK: Orders of steps

    private func stepCount(to index: Int) -> Int { arrivals[index]?.stepCount ?? 0 }

    private func steps(to index: Int) -> [Model.Step] {
        var (steps, index) = ([Model.Step](), index)
        while let arrival = arrivals[index] {
            steps.append(arrival.step)
            index = arrival.previous
        }
        return steps.reversed()
    }

    private func message(_ rule: String, _ steps: [Model.Step]) -> String {
        let lines = steps.enumerated().map { "\n\($0 + 1). \($1)" }
        return rule + "\n" + lines.joined()
    }
}
