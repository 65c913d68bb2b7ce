/// Each state that a model can get into, looked at once, and the first rule that one of them breaks.
///
/// States are looked at in the order of the number of steps that lead to them, so the order of
/// steps to a broken rule is a shortest one.
struct Exploration<Model: ExplorableModel> {
    /// A state that has been come to.
    ///
    /// A class, since states take long to copy.
    private final class Place {
        let state: Model.State
        let index: Int
        /// How it was come to; `nil` for the first one.
        let arrival: Arrival?
        /// Where steps lead that come without a user, a timer or an answer.
        var ownSteps: [(step: Model.Step, target: Int)] = []

        init(_ state: Model.State, _ index: Int, _ arrival: Arrival?) {
            (self.state, self.index, self.arrival) = (state, index, arrival)
        }
    }

    private struct Arrival {
        let previous: Int
        let step: Model.Step
        let stepCount: Int
    }

    private var places: [Place]
    /// The indices of places by the hash of their state, which takes long to make.
    private var known: [Int: [Int]]
    /// The broken rule, and the shortest order of steps that breaks it; `nil` if none is broken.
    private(set) var failure: String?

    /// Explores a model until a rule is broken.
    ///
    /// - Parameters:
    ///   - depth: How many steps are taken; `nil` means all.
    ///   - limit: How many states there may be.
    init(of model: Model, depth: Int? = nil, limit: Int = 1_000_000) {
        let start = Place(model.start, 0, nil)
        (places, known) = ([start], [start.state.hashValue: [0]])
        var index = 0
        while failure == nil, index < places.count {
            let place = places[index]
            if let rule = model.brokenRule(in: place.state) {
                failure = message(rule, steps(to: index))
            } else if places.count > limit {
                failure = message("There are more than \(limit) states.", steps(to: index))
            } else if place.arrival?.stepCount ?? 0 < depth ?? .max {
                takeSteps(of: model, from: place)
            }
            index += 1
        }
        if failure == nil { lookForCircle() }
    }

    /// How many states there are.
    var stateCount: Int { places.count }

    private mutating func takeSteps(of model: Model, from place: Place) {
        let count = (place.arrival?.stepCount ?? 0) + 1
        for step in model.steps(from: place.state) {
            var next = place.state
            model.take(step, in: &next)
            let target = index(of: next) {
                Arrival(previous: place.index, step: step, stepCount: count)
            }
            if step.isOwn { place.ownSteps.append((step, target)) }
        }
    }

    /// Returns the index of the place of a state, which is a new one if the state has not been come to.
    private mutating func index(of state: Model.State, arrival: () -> Arrival) -> Int {
        let hash = state.hashValue
        if let index = known[hash]?.first(where: { places[$0].state == state }) { return index }
        known[hash, default: []].append(places.count)
        places.append(Place(state, places.count, arrival()))
        return places.count - 1
    }

    // MARK: Circles

    /// Looks for the first state from which own steps alone lead back to it.
    private mutating func lookForCircle() {
        let isIncluded = statesBeforeCircles
        for index in places.indices where isIncluded[index] {
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
        var isLeft = places.map { _ in true }
        // From the last to the first, since most steps lead to later ones.
        var left = Array(places.indices.reversed())
        var count = 0
        repeat {
            count = left.count
            left.removeAll { index in
                isLeft[index] = places[index].ownSteps.contains { isLeft[$0.target] }
                return !isLeft[index]
            }
        } while left.count < count
        return isLeft
    }

    /// The shortest way from a state back to itself.
    private func circle(from start: Int, within isIncluded: [Bool]) -> [Model.Step]? {
        var known: Set = [start]
        var ways = [(state: start, steps: [Model.Step]())][...]
        while let (state, steps) = ways.popFirst() {
            for (step, target) in places[state].ownSteps where isIncluded[target] {
                if target == start { return steps + [step] }
                if known.insert(target).inserted { ways.append((target, steps + [step])) }
            }
        }
        return nil
    }

    // MARK: Orders of steps

    private func steps(to index: Int) -> [Model.Step] {
        var (steps, index) = ([Model.Step](), index)
        while let arrival = places[index].arrival {
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
